import { newRequestId } from './request-id.ts';

describe('request ids', () => {
  it('are UUIDv7 with the millisecond in front', () => {
    const id = newRequestId(0x0192_3456_789a);
    expect(id).toMatch(/^01923456-789a-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('do not repeat over several fillings of the pool', () => {
    const now = Date.now();
    const ids = new Set(Array.from({ length: 5_000 }, () => newRequestId(now)));
    expect(ids.size).toBe(5_000);
  });
});
