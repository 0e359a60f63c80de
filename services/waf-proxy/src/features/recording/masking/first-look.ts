const DIGIT = 1;
const SMALL = 2;
const CAPITAL = 4;
/** Bits for characters of words and of base64. */
const OF_WORD = 8;
const OF_CODE = 16;
/** First or last character of a name, an element or an escape. */
const SIGN = 32;
/** Needs a closer look. */
const DASH = 64;
const LETTER_B = 128;
const BOTH_CASES = SMALL | CAPITAL;
const USUAL = OF_WORD | OF_CODE;
const SMALL_LETTER = SMALL | USUAL;

const KINDS = Uint8Array.from({ length: 0x100 }, (_, code) => {
  const character = String.fromCharCode(code);
  const isB = /[bB]/.test(character) ? LETTER_B : 0;
  if (/[0-9]/.test(character)) return DIGIT | USUAL;
  if (/[a-z]/.test(character)) return SMALL | USUAL | isB;
  if (/[A-Z]/.test(character)) return CAPITAL | USUAL | isB;
  if (character === '-') return USUAL | DASH;
  if (character === '_') return USUAL;
  if (character === '.') return OF_WORD;
  if (/[+/]/.test(character)) return OF_CODE;
  // A line may be the first of a table, and what is no ASCII a digit of another script.
  return /[=:%\\@&<\n\xd9\xdb\xef]/.test(character) ? SIGN : 0;
});

/** Minimum lengths of secrets, as in `secret-shapes.ts` and `scanned-shapes.ts`. */
const MIN_DIGITS = 9;
const MIN_WORD = 14;
const MIN_CODE = 20;
const DASH_CODE = 0x2d;
const DOT = 0x2e;
const SMALL_A = 0x61;
const SMALL_S = 0x73;
/** What follows the first letter of `Basic` and `Bearer`. */
const LOG_INS = ['asic', 'earer'].map((letters) => Buffer.from(letters));

const USUAL_BYTES = 16 * 1_024;

/** Gives the bytes of a text of one character per byte, until its next call. Longer texts than usual allocate. */
export function byteView(): (text: string) => Buffer {
  const scratch = Buffer.alloc(USUAL_BYTES);
  return (text) => {
    const bytes = text.length <= USUAL_BYTES ? scratch : Buffer.allocUnsafe(text.length);
    bytes.write(text, 0, 'latin1');
    return bytes;
  };
}

const bytesOf = byteView();

/**
 * Whether one pass over a text shows that it contains no secret, so that no pattern has to be tried on it.
 * False: it may contain one. Most texts contain none.
 */
export function isInnocent(text: string): boolean {
  const { length } = text;
  return endOfInnocent(bytesOf(text), 0, length) === length;
}

/**
 * The place of the first sign in a part of a text, or `to`, if one pass shows that there is no secret before it. -1:
 * there may be one. Of bytes, which are read several times as fast as the characters of a string.
 */
export function endOfInnocent(bytes: Uint8Array, from: number, to: number): number {
  let hasCapitals = 0;
  let digits = 0;
  let word = from;
  let code = from;
  let isCoded = false;
  let at = from;
  for (; ; at++) {
    // Most are small letters, of which nothing has to be known.
    while (at < to && KINDS[bytes[at]!] === SMALL_LETTER) at++;
    if (at >= to) break;
    const kind = KINDS[bytes[at]!]!;
    // Between the words of a form.
    if (kind === OF_CODE) {
      if (at - word >= MIN_WORD) return -1;
      word = at + 1;
      continue;
    }
    if ((kind & SIGN) !== 0) break;
    digits += kind & DIGIT;
    hasCapitals |= kind & CAPITAL;
    if ((kind & ~(DIGIT | BOTH_CASES)) === USUAL) continue;
    if ((kind & LETTER_B) !== 0 && isLogIn(bytes, at, to)) return -1;
    // May be the first line of a private key, or an option of a command.
    if ((kind & DASH) !== 0 && mayBeginOption(bytes, at, from, to)) return -1;
    if ((kind & OF_WORD) === 0) {
      if (at - word >= MIN_WORD) return -1;
      word = at + 1;
    }
    if ((kind & OF_CODE) === 0) {
      isCoded ||= at - code >= MIN_CODE;
      code = at + 1;
    }
  }
  if (at - word >= MIN_WORD || digits >= MIN_DIGITS) return -1;
  isCoded ||= at - code >= MIN_CODE;
  return isCoded && digits > 0 && hasCapitals !== 0 ? -1 : at;
}

/** Whether a hyphen has another behind it, or no letter, digit, underscore or hyphen before it. */
function mayBeginOption(bytes: Uint8Array, at: number, from: number, to: number): boolean {
  if (at === from || (at + 1 < to && bytes[at + 1] === DASH_CODE)) return true;
  const before = bytes[at - 1]!;
  return before === DOT || (KINDS[before]! & OF_WORD) === 0;
}

function isLogIn(bytes: Uint8Array, at: number, to: number): boolean {
  // Few words begin like this.
  const third = bytes[at + 2]! | 0x20;
  if (third !== SMALL_S && third !== SMALL_A) return false;
  for (const letters of LOG_INS) {
    let same = 0;
    while (same < letters.length && at + 1 + same < to && (bytes[at + 1 + same]! | 0x20) === letters[same])
      same++;
    if (same === letters.length) return true;
  }
  return false;
}
