import { randomFillSync } from 'node:crypto';

/** Letters of which rules know no word, whatever is made of them. */
const LOWER = 'qvwyzk';
const UPPER = 'QVWYZK';
const DIGITS = '123456789';

/**
 * Puts random letters and digits in the place of others, as many and of the same kind, escaped as they were; all else stays:
 * quotes, signs, spaces, escapes. The same word of one request becomes the same word again, so that `1=1` still says that
 * something equals itself. Nothing of what was there can be computed from what is: it is chosen by chance, and not kept.
 */
export class Substitution {
  private readonly known = new Map<string, string>();
  /** The same of short words, as numbers: tokens consist of them, and a text for each would cost more than all else. */
  private readonly knownShort = new Map<number, number>();
  /** Values that were changed. */
  count = 0;
  /** Values that were to be, changed or not. */
  asked = 0;

  /** @param kept words that stay, in lower case */
  mask(value: string, kept: ReadonlySet<string> = NOTHING_KEPT): string {
    this.asked++;
    const masked = UNUSUAL.test(value) ? this.maskPieces(value, kept) : this.maskWords(value, kept);
    if (masked !== value) this.count++;
    return masked;
  }

  /** For any value; the only way for one with escapes or letters beyond ASCII. */
  maskPieces(value: string, kept: ReadonlySet<string> = NOTHING_KEPT): string {
    return value.replace(PIECES, (piece: string, letter?: string, word?: string) => {
      if (letter !== undefined) return neutral(letter);
      return word === undefined ? piece : this.pieceOf(word, kept);
    });
  }

  /** Tokens change between letters and digits all the time: a pattern would call out of itself for each of their words. */
  private maskWords(value: string, kept: ReadonlySet<string>): string {
    const masked = value.length <= scratch.length ? scratch : Buffer.allocUnsafe(value.length);
    for (let at = 0; at < value.length; ) {
      const code = value.charCodeAt(at);
      const kind = kindOf(code);
      const start = at++;
      if (kind === OTHER) {
        masked[start] = code;
        continue;
      }
      let word = code;
      for (; at < value.length && kindOf(value.charCodeAt(at)) === kind; at++)
        if (at - start < SHORT_WORD) word = (word << BITS) | value.charCodeAt(at);
      if (at - start <= SHORT_WORD && kept.size === 0) writeShort(masked, at, this.shortFor(word));
      else masked.write(this.wordFor(value.slice(start, at), kept), start, 'latin1');
    }
    return masked.toString('latin1', 0, value.length);
  }

  private pieceOf(piece: string, kept: ReadonlySet<string>): string {
    if (!/[%\\]/.test(piece)) return this.wordFor(piece, kept);
    const units = piece.match(UNITS)!;
    const word = units.map(decoded).join('');
    const masked = this.wordFor(word, kept);
    // As it came, also where it stays: an escape may have capital digits.
    if (masked === word) return piece;
    return units.map((unit, at) => encodedAs(unit, masked[at]!)).join('');
  }

  private wordFor(word: string, kept: ReadonlySet<string>): string {
    if (kept.size > 0 && kept.has(word.toLowerCase())) return word;
    if (word.length <= SHORT_WORD) return textOfShort(this.shortFor(shortOf(word)));
    let masked = this.known.get(word);
    if (masked === undefined) {
      masked = substituteOf(word);
      this.known.set(word, masked);
    }
    return masked;
  }

  private shortFor(word: number): number {
    let masked = this.knownShort.get(word);
    if (masked === undefined) {
      masked = shortOf(substituteOf(textOfShort(word)));
      this.knownShort.set(word, masked);
    }
    return masked;
  }
}

/** Values of cookies and tokens; longer ones have an array of their own. */
const scratch = Buffer.alloc(4_096);

/** A word of so many letters or digits of ASCII is a small number, of seven bits for each. */
const SHORT_WORD = 4;
const BITS = 7;
const LOWEST = (1 << BITS) - 1;

function shortOf(word: string): number {
  let short = 0;
  for (let at = 0; at < word.length; at++) short = (short << BITS) | word.charCodeAt(at);
  return short;
}

function textOfShort(short: number): string {
  let text = '';
  for (let rest = short; rest > 0; rest >>>= BITS) text = String.fromCharCode(rest & LOWEST) + text;
  return text;
}

/** From its last letter on. */
function writeShort(bytes: Buffer, end: number, short: number): void {
  for (let rest = short, at = end; rest > 0; rest >>>= BITS) bytes[--at] = rest & LOWEST;
}

/** Of a value without these, words and numbers are all that is looked for. */
const UNUSUAL = /[%\\\x80-\uffff]/;

const OTHER = 0;
const DIGIT_KIND = 1;
const LETTER_KIND = 2;
/** By byte: words are of letters, and numbers of digits. */
const KINDS = Uint8Array.from({ length: 0x100 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) return DIGIT_KIND;
  return /[A-Za-z]/.test(character) ? LETTER_KIND : OTHER;
});
const kindOf = (code: number): number => KINDS[code]!;

const NOTHING_KEPT: ReadonlySet<string> = new Set();

/** How a character may stand in a request: escaped once or twice for an address, as JavaScript does, or as it is. */
const ESCAPES = ['%25', '%', String.raw`\\u00`, String.raw`\\x`];
const escapedAs = (digits: string): string => ESCAPES.map((before) => `${before}(?:${digits})`).join('|');
const LETTER = `[A-Za-z]|${escapedAs('[46][1-9A-Fa-f]|[57][0-9Aa]')}`;
const DIGIT = `[0-9]|${escapedAs('3[0-9]')}`;

/** Letters beyond ASCII in UTF-8, with what stands before each byte. What is no letter, or no good UTF-8, may be an attack. */
const utf8 = (byte: (digits: string) => string): string => {
  const next = byte('[89ABab][0-9A-Fa-f]');
  return [
    `${byte('[Cc][3-9A-Fa-f]|[Dd][0-9A-Fa-f]')}${next}`,
    `(?:${byte('[Ee]0')}${byte('[ABab][0-9A-Fa-f]')}|${byte('[Ee][13-9A-Ea-e]')}${next})${next}`,
    `${byte('[Ff]0')}${byte('[9ABab][0-9A-Fa-f]')}${next}${next}`,
    // Alphabets of one byte a letter.
    `${byte('[Cc][3-9A-Fa-f]|[DEde][0-9A-Fa-f]|[Ff][0-9A-Ea-e]')}(?!${next})`,
  ].join('|');
};
const FOREIGN_LETTERS = [
  utf8((digits) => `%25(?:${digits})`),
  utf8((digits) => `%(?:${digits})`),
  String.raw`[\xc3-\xdf][\x80-\xbf]`,
  String.raw`(?:\xe0[\xa0-\xbf]|[\xe1\xe3-\xee][\x80-\xbf])[\x80-\xbf]`,
  String.raw`\xf0[\x90-\xbf][\x80-\xbf]{2}`,
  String.raw`[\xc3-\xfe](?![\x80-\xbf])`,
  // Of JSON: letters from Latin-1 on, but neither punctuation nor the wide forms of ASCII.
  String.raw`\\u(?:00[c-fC-F][0-9A-Fa-f]|0[1-9A-Fa-f][0-9A-Fa-f]{2}|1[0-9A-Fa-f]{3}|[3-9A-Ea-e][0-9A-Fa-f]{3})`,
].join('|');

/**
 * In this order: letters of other scripts; an escaped or a plain word or number; any other escape, of which no letter is one
 * of its text.
 */
const PIECES = new RegExp(
  String.raw`(${FOREIGN_LETTERS})|((?:${LETTER})+|(?:${DIGIT})+)|%(?:25)?[0-9A-Fa-f]{2}|\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[a-z])`,
  'g',
);
const UNITS = new RegExp(`${escapedAs('[0-9A-Fa-f]{2}')}|[^]`, 'g');

const decoded = (unit: string): string =>
  unit.length === 1 ? unit : String.fromCharCode(Number.parseInt(unit.slice(-2), 16));

const encodedAs = (unit: string, character: string): string =>
  unit.length === 1 ? character : unit.slice(0, -2) + character.charCodeAt(0).toString(16);

/** A letter of as many bytes, or as many escapes: é, 一, an emoticon. */
function neutral(letter: string): string {
  if (letter.startsWith('\\')) return neutralEscape(letter);
  const sign = /^%(?:25)?/.exec(letter)?.[0] ?? '';
  const length = sign === '' ? letter.length : letter.length / (sign.length + 2);
  const bytes = NEUTRAL[length]!;
  return sign === ''
    ? bytes
    : Array.from(bytes, (byte) => sign + byte.charCodeAt(0).toString(16).toUpperCase()).join('');
}

const NEUTRAL: Readonly<Record<number, string>> = {
  1: '\xe9',
  2: '\xc3\xa9',
  3: '\xe4\xb8\x80',
  4: '\xf0\x9f\x98\x80',
};

function neutralEscape(escaped: string): string {
  const code = Number.parseInt(escaped.slice(2), 16);
  if (code >= 0xdc00 && code < 0xe000) return String.raw`\ude00`;
  if (code >= 0xd800 && code < 0xdc00) return String.raw`\ud83d`;
  return code < 0x100 ? String.raw`\u00e9` : String.raw`\u4e00`;
}

function substituteOf(word: string): string {
  let masked = '';
  for (let at = 0; at < word.length; at++) masked += substitute(word.charCodeAt(at));
  return masked;
}

const NINE = 0x39;
const CAPITAL_Z = 0x5a;

function substitute(code: number): string {
  if (code <= NINE) return oneOf(DIGITS);
  return code <= CAPITAL_Z ? oneOf(UPPER) : oneOf(LOWER);
}

/** As many bytes are drawn at once: the system is asked once for some thousand letters. */
const chance = new Uint8Array(4_096);
let drawn = chance.length;
/** The largest multiple of six and of nine that a byte holds: above it, some letters would be likelier. */
const FAIR = 252;

function oneOf(letters: string): string {
  for (;;) {
    if (drawn === chance.length) {
      randomFillSync(chance);
      drawn = 0;
    }
    const byte = chance[drawn++]!;
    if (byte < FAIR) return letters[byte % letters.length]!;
  }
}
