import { randomFillSync } from 'node:crypto';

/** Letters that occur in no word of a rule, in any combination. */
const LOWER = 'qvwyzk';
const UPPER = 'QVWYZK';
const DIGITS = '123456789';

/** Random bytes are requested from the system this many at a time. */
const chance = new Uint8Array(4_096);
let drawn = chance.length;
/** The largest multiple of six and nine in a byte: using larger values would favour some letters. */
const FAIR = 252;

const NINE = 0x39;
const CAPITAL_Z = 0x5a;
const KIND_BITS = 8;

/** Substitute for each random byte: of a digit, a capital and a small letter. */
const SUBSTITUTES = Uint8Array.from({ length: 3 << KIND_BITS }, (_, index) => {
  const letters = [DIGITS, UPPER, LOWER][index >> KIND_BITS]!;
  return letters.charCodeAt((index & 0xff) % letters.length);
});

/** A random letter or digit of the same kind, as its code. */
export function drawnFor(code: number): number {
  const kind = code <= NINE ? 0 : code <= CAPITAL_Z ? 1 : 2;
  for (;;) {
    if (drawn === chance.length) {
      randomFillSync(chance);
      drawn = 0;
    }
    const byte = chance[drawn++]!;
    if (byte < FAIR) return SUBSTITUTES[(kind << KIND_BITS) | byte]!;
  }
}
