import { jest } from '@jest/globals';
import fc from 'fast-check';
import { ValueCache } from './value-cache.rules.ts';

const MAX_BYTES = 24;
const textOf = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

describe('values found by their bytes', () => {
  it('are what would be made of them, wherever they stand and whatever was there before', () => {
    const some = fc.array(fc.uint8Array({ maxLength: MAX_BYTES + 4, min: 0x61, max: 0x63 }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(some, some, (first, second) => {
        // So small that values evict each other.
        const cache = new ValueCache(4, MAX_BYTES, textOf);
        for (const parts of [first, second]) {
          const bytes = Buffer.concat(parts);
          let from = 0;
          for (const part of parts) {
            const to = from + part.length;
            expect(cache.get(bytes, from, to)).toBe(textOf(bytes, from, to));
            from = to;
          }
        }
      }),
    );
  });

  it('are made once', () => {
    const make = jest.fn(textOf);
    const cache = new ValueCache(64, MAX_BYTES, make);
    const bytes = Buffer.from('/basket/basket');
    for (let round = 0; round < 3; round++)
      expect([cache.get(bytes, 0, 7), cache.get(bytes, 7, 14)]).toEqual(['/basket', '/basket']);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('are told apart by their ends and their lengths, zeros included', () => {
    const cache = new ValueCache(64, MAX_BYTES, textOf);
    const bytes = Buffer.from('abcd\0\0\0\0abce');
    const parts = [
      [0, 4],
      [0, 5],
      [0, 8],
      [4, 8],
      [4, 5],
      [8, 12],
      [0, 0],
    ] as const;
    for (let round = 0; round < 2; round++)
      expect(parts.map(([from, to]) => cache.get(bytes, from, to))).toEqual(
        parts.map(([from, to]) => textOf(bytes, from, to)),
      );
  });

  it('are not taken for the last one after it has made room', () => {
    const cache = new ValueCache(1, MAX_BYTES, textOf);
    const bytes = Buffer.from('GETPUTGOTPOTGUT');
    for (const from of [0, 3, 0, 6, 9, 12, 0, 0, 3, 12, 12, 6])
      expect(cache.get(bytes, from, from + 3)).toBe(textOf(bytes, from, from + 3));
  });

  it('are as long as they may be, and longer ones are made each time', () => {
    const make = jest.fn(textOf);
    const cache = new ValueCache(4, MAX_BYTES, make);
    const bytes = Buffer.alloc(100, 'x');
    for (let round = 0; round < 2; round++) {
      expect(cache.get(bytes, 0, MAX_BYTES)).toHaveLength(MAX_BYTES);
      expect(cache.get(bytes, 0, 100)).toHaveLength(100);
    }
    expect(make).toHaveBeenCalledTimes(3);
  });
});
