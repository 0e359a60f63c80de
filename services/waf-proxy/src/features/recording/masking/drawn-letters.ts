import { randomFillSync } from 'node:crypto';

/** Letters of which rules know no word, whatever is made of them. */
const LOWER = 'qvwyzk';
const UPPER = 'QVWYZK';
const DIGITS = '123456789';

/** As many bytes are drawn at once: the system is asked once for some thousand letters. */
const chance = new Uint8Array(4_096);
let drawn = chance.length;
/** The largest multiple of six and of nine that a byte holds: above it, some letters would be likelier. */
const FAIR = 252;

const NINE = 0x39;
const CAPITAL_Z = 0x5a;
const KIND_BITS = 8;

/** What a byte of chance is in the place of a digit, a capital and a small letter. */
const SUBSTITUTES = Uint8Array.from({ length: 3 << KIND_BITS }, (_, index) => {
  const letters = [DIGITS, UPPER, LOWER][index >> KIND_BITS]!;
  return letters.charCodeAt((index & 0xff) % letters.length);
});

/** Of another letter or digit of the same kind: its code. */
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
