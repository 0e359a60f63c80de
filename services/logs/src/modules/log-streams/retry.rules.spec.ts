import { pauseAfter } from './retry.rules.ts';

describe('the pause after a failure of a stream', () => {
  it('doubles up to five minutes', () => {
    expect([0, 1, 2, 8, 9, 5000].map((failures) => pauseAfter('timeout', failures, 1000, 0))).toEqual([
      1000, 2000, 4000, 256_000, 300_000, 300_000,
    ]);
  });

  it('is long at once where only the owner can mend it', () => {
    expect(pauseAfter('address_not_allowed', 0, 1000, 0)).toBe(300_000);
  });

  it('is what the server asks for, an hour at most', () => {
    expect(pauseAfter('refused', 0, 1000, 30_000)).toBe(30_000);
    expect(pauseAfter('refused', 0, 1000, 86_400_000)).toBe(3_600_000);
  });
});
