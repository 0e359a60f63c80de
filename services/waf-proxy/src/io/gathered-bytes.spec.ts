import { GatheredBytes } from './gathered-bytes.ts';

const MAX_BYTES = 16 * 1_024;

describe('gathered pieces of a body', () => {
  it.each([1, 3, 511, 512, 513, 16 * 1_024])('are what came, in pieces of %d bytes', (size) => {
    const body = Buffer.from(Array.from({ length: MAX_BYTES }, (_, at) => at % 251));
    const gathered = new GatheredBytes(MAX_BYTES);
    for (let at = 0; at < body.length; at += size) gathered.add(body.subarray(at, at + size));
    expect(gathered.bytes().equals(body)).toBe(true);
    expect(gathered.isTooLong).toBe(false);
  });

  it('are dropped when they are too many', () => {
    const gathered = new GatheredBytes(4);
    for (const text of ['ab', 'cd', 'e', 'f']) gathered.add(Buffer.from(text));
    expect([gathered.isTooLong, gathered.length, gathered.bytes().length]).toEqual([true, 6, 0]);
  });

  it('that are none are empty, and an owner of the piece may change it', () => {
    const gathered = new GatheredBytes(4);
    expect(gathered.bytes().length).toBe(0);
    const piece = Buffer.from('ab');
    gathered.add(piece);
    piece.fill(0);
    expect(gathered.bytes().toString()).toBe('ab');
  });
});
