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
  // A line may be the first of a table, and what is no ASCII a wide digit.
  return /[=:%\\@&<\n\xef]/.test(character) ? SIGN : 0;
});

/** Minimum lengths of secrets, as in `secret-shapes.ts` and `scanned-shapes.ts`. */
const MIN_DIGITS = 9;
const MIN_WORD = 14;
const MIN_CODE = 20;
const DASH_CODE = 0x2d;
const LOG_IN = /basic|bearer/iy;

/**
 * Whether one pass over a part of a text shows that it contains no secret, so that no pattern has to be tried on it.
 * False: it may contain one. Most parts contain none.
 */
export function isInnocent(text: string, from: number, to: number): boolean {
  let kinds = 0;
  let digits = 0;
  let word = from;
  let code = from;
  let isCoded = false;
  for (let at = from; at < to; at++) {
    const kind = KINDS[text.charCodeAt(at)] ?? 0;
    kinds |= kind;
    digits += kind & DIGIT;
    if ((kind & ~(DIGIT | BOTH_CASES)) === USUAL) continue;
    if ((kind & SIGN) !== 0) return false;
    if ((kind & LETTER_B) !== 0 && isLogIn(text, at)) return false;
    // May be the first line of a private key, or an option of a command.
    if ((kind & DASH) !== 0 && (text.charCodeAt(at + 1) === DASH_CODE || isBehindBlank(text, at)))
      return false;
    if ((kind & OF_WORD) === 0) {
      if (at - word >= MIN_WORD) return false;
      word = at + 1;
    }
    if ((kind & OF_CODE) === 0) {
      isCoded ||= at - code >= MIN_CODE;
      code = at + 1;
    }
  }
  if (to - word >= MIN_WORD || digits >= MIN_DIGITS) return false;
  isCoded ||= to - code >= MIN_CODE;
  return !(isCoded && digits > 0 && (kinds & BOTH_CASES) === BOTH_CASES);
}

const isBehindBlank = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1);
  return before === 0x20 || before === 0x2b;
};

function isLogIn(text: string, at: number): boolean {
  // Few words begin like this; a pattern would cost as much as the rest of the pass.
  const next = text.charCodeAt(at + 2) | 0x20;
  if (next !== 0x73 && next !== 0x61) return false;
  LOG_IN.lastIndex = at;
  return LOG_IN.test(text);
}
