import { drawnFor } from './drawn-letters.ts';
import { SHORT_WORD, ShortWords, shortOf, textOfShort, withLetter, writeShort } from './short-words.ts';

/**
 * Replaces letters and digits by random ones, the same number and kind, and escaped as before; everything else stays:
 * quotes, symbols, spaces, escapes. Equal words of a request get the same replacement, so that `1=1` still compares
 * equal values. Nothing of the original can be computed from the result: it is random, and not stored.
 */
export class Substitution {
  private known: Map<string, string> | null = null;
  private readonly short: ShortWords;
  /** Number of changed values. */
  count = 0;
  /** Number of values that were to be masked, changed or not. */
  asked = 0;
  /**
   * Whether one of them may have contained code, whose words rules match by the signs around them, or a rule has found
   * something in it: what it found may be written otherwise there, so that its words did not all stay.
   */
  hidesCode = false;

  /** @param short used by one request at a time */
  constructor(short = new ShortWords()) {
    this.short = short;
    short.begin();
  }

  /**
   * @param kept words that stay, in lower case; empty: a rule has found others
   * @param code what would be code in such a value
   */
  mask(value: string, kept: ReadonlySet<string> = NOTHING_KEPT, code = CODE): string {
    this.asked++;
    const masked = UNUSUAL.test(value) ? this.maskPieces(value, kept) : this.maskWords(value, kept);
    if (masked !== value) {
      this.count++;
      this.hidesCode ||= kept !== NOTHING_KEPT || code.test(isQuoted(value) ? value.slice(1, -1) : value);
    }
    return masked;
  }

  /** Masks any value; required for values with escapes or non-ASCII letters. */
  maskPieces(value: string, kept: ReadonlySet<string> = NOTHING_KEPT): string {
    return value.replace(PIECES, (piece: string, letter?: string, word?: string) => {
      if (letter !== undefined) return neutral(letter);
      return word === undefined ? piece : this.pieceOf(word, kept);
    });
  }

  /** Tokens alternate between letters and digits, so that a pattern would call back for each word. */
  private maskWords(value: string, kept: ReadonlySet<string>): string {
    const masked = scratchFor(value.length);
    this.writeWords(value, 0, value.length, masked, kept);
    return masked.toString('latin1', 0, value.length);
  }

  /**
   * Masks the values of `a=1; sid=x` in one pass. Null: it contains escapes or non-ASCII letters and has to be parsed.
   */
  maskCookies(text: string): string | null {
    if (UNUSUAL.test(text)) return null;
    const { length } = text;
    const masked = scratchFor(length);
    let equals = text.indexOf('=');
    for (let at = 0; at <= length; ) {
      const semicolon = text.indexOf(';', at);
      const end = semicolon < 0 ? length : semicolon;
      if (equals >= 0 && equals < at) equals = text.indexOf('=', at);
      const from = equals < 0 || equals >= end || isOnlyEquals(text, equals, end) ? at : equals + 1;
      for (let copied = at; copied < from; copied++) masked[copied] = text.charCodeAt(copied);
      this.asked++;
      if (this.writeWords(text, from, end, masked, NOTHING_KEPT)) this.count++;
      if (end < length) masked[end] = SEMICOLON;
      at = end + 1;
    }
    this.hidesCode ||= CODE_IN_FIELDS.test(text);
    return masked.toString('latin1', 0, length);
  }

  /** @returns whether there were any */
  private writeWords(
    value: string,
    from: number,
    to: number,
    masked: Buffer,
    kept: ReadonlySet<string>,
  ): boolean {
    let isChanged = false;
    for (let at = from; at < to; ) {
      const code = value.charCodeAt(at);
      const kind = kindOf(code);
      const start = at++;
      if (kind === OTHER) {
        masked[start] = code;
        continue;
      }
      let word = code;
      for (; at < to; at++) {
        const next = value.charCodeAt(at);
        if (kindOf(next) !== kind) break;
        if (at - start < SHORT_WORD) word = withLetter(word, next);
      }
      isChanged = true;
      if (at - start <= SHORT_WORD && kept.size === 0) writeShort(masked, at, this.short.maskedOf(word));
      else masked.write(this.wordFor(value.slice(start, at), kept), start, 'latin1');
    }
    return isChanged;
  }

  private pieceOf(piece: string, kept: ReadonlySet<string>): string {
    if (!UNUSUAL.test(piece)) return this.wordFor(piece, kept);
    const units = piece.match(UNITS)!;
    const word = units.map(decoded).join('');
    const masked = this.wordFor(word, kept);
    // Returned as received: an unchanged escape may have capital digits.
    if (masked === word) return piece;
    return units.map((unit, at) => encodedAs(unit, masked[at]!)).join('');
  }

  private wordFor(word: string, kept: ReadonlySet<string>): string {
    if (kept.size > 0 && kept.has(word.toLowerCase())) return word;
    if (word.length <= SHORT_WORD) return textOfShort(this.short.maskedOf(shortOf(word)));
    this.known ??= new Map();
    let masked = this.known.get(word);
    if (masked === undefined) {
      masked = substituteOf(word);
      this.known.set(word, masked);
    }
    return masked;
  }
}

/** A string of JSON or an attribute, with its quotes. */
const isQuoted = (value: string): boolean =>
  value.length > 1 && value[0] === value.at(-1) && (value[0] === '"' || value[0] === "'");

/** Buffer for values of usual length; longer ones allocate. */
const scratch = Buffer.alloc(4_096);

const scratchFor = (length: number): Buffer =>
  length <= scratch.length ? scratch : Buffer.allocUnsafe(length);

/** Values without these contain only plain words and numbers. */
const UNUSUAL = /[%\\\x80-\uffff]/;

/** Signs of markup, strings, calls and commands, in any of the escapes that rules undo. */
const codeSigns = (plain: string, hex: string): RegExp =>
  new RegExp(String.raw`[${plain}]|%(?:25){0,2}(?:${hex})|\\(?:u00|x)(?:${hex})|&(?:lt|quot|apos|#)`, 'i');
const CODE = codeSigns('<(\'"`;|', '3c|28|27|22|60|3b|7c');
/** Cookies and credentials often are JSON, or lists with other signs. */
export const CODE_IN_FIELDS = codeSigns("<'`", '3c|27|60');

const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
const OTHER = 0;
const DIGIT_KIND = 1;
const LETTER_KIND = 2;
/** By byte: words consist of letters, numbers of digits. */
const KINDS = Uint8Array.from({ length: 0x100 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) return DIGIT_KIND;
  return /[A-Za-z]/.test(character) ? LETTER_KIND : OTHER;
});
const kindOf = (code: number): number => KINDS[code]!;

const NOTHING_KEPT: ReadonlySet<string> = new Set();

/** Prefixes of escaped characters: URL-escaped twice or once, JavaScript, or none. */
const ESCAPES = ['%25', '%', String.raw`\\u00`, String.raw`\\x`];
const escapedAs = (digits: string): string => ESCAPES.map((before) => `${before}(?:${digits})`).join('|');
/** Letters and digits of full width (U+FF10 to U+FF5A), which rules read as plain ones: a prefix and the last bytes. */
const wide = (last: readonly (readonly [third: string, bytes: string, ofJson: string])[]): string =>
  last
    .flatMap(([third, bytes, ofJson]) => [
      ...['%25', '%'].map((sign) => `${sign}[Ee][Ff]${sign}[Bb]${third}${sign}(?:${bytes})`),
      String.raw`\\u[Ff][Ff](?:${ofJson})`,
    ])
    .join('|');
const WIDE_LETTER = `${wide([
  ['[Cc]', '[Aa][1-9A-Fa-f]|[Bb][0-9Aa]', '2[1-9A-Fa-f]|3[0-9Aa]'],
  ['[Dd]', '8[1-9A-Fa-f]|9[0-9Aa]', '4[1-9A-Fa-f]|5[0-9Aa]'],
])}|\xef(?:\xbc[\xa1-\xba]|\xbd[\x81-\x9a])`;
export const WIDE_DIGIT = `${wide([['[Cc]', '9[0-9]', '1[0-9]']])}|\xef\xbc[\x90-\x99]`;
const LETTER = `[A-Za-z]|${escapedAs('[46][1-9A-Fa-f]|[57][0-9Aa]')}|${WIDE_LETTER}`;
const DIGIT = `[0-9]|${escapedAs('3[0-9]')}|${WIDE_DIGIT}`;

/**
 * UTF-8 letters beyond ASCII, with the prefix of each byte. Other characters and invalid UTF-8 stay, as they may be an
 * attack.
 */
const utf8 = (byte: (digits: string) => string): string => {
  const next = byte('[89ABab][0-9A-Fa-f]');
  return [
    `${byte('[Cc][3-9A-Fa-f]|[Dd][0-9A-Fa-f]')}${next}`,
    `(?:${byte('[Ee]0')}${byte('[ABab][0-9A-Fa-f]')}|${byte('[Ee][13-9A-Ea-e]')}${next})${next}`,
    `${byte('[Ff]0')}${byte('[9ABab][0-9A-Fa-f]')}${next}${next}`,
    // Single-byte alphabets.
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
  // JSON escapes of letters from Latin-1 on, but not punctuation or full-width ASCII.
  String.raw`\\u(?:00[c-fC-F][0-9A-Fa-f]|0[1-9A-Fa-f][0-9A-Fa-f]{2}|1[0-9A-Fa-f]{3}|[3-9A-Ea-e][0-9A-Fa-f]{3})`,
].join('|');

/**
 * In this order: letters of other scripts; an escaped or plain word or number; any other escape, whose letters are not
 * text.
 */
const PIECES = new RegExp(
  String.raw`(${FOREIGN_LETTERS})|((?:${LETTER})+|(?:${DIGIT})+)|%(?:25)?[0-9A-Fa-f]{2}|\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[a-z])`,
  'g',
);
const UNITS = new RegExp(`${WIDE_LETTER}|${WIDE_DIGIT}|${escapedAs('[0-9A-Fa-f]{2}')}|[^]`, 'g');
const IS_WIDE = new RegExp(`^(?:${WIDE_LETTER}|${WIDE_DIGIT})$`);

/** The plain character of a letter or digit of full width, from the last of its bytes. */
export function plainOfWide(unit: string): string {
  const isJson = unit[0] === '\\';
  const last = unit.length === 3 ? unit.charCodeAt(2) : Number.parseInt(unit.slice(-2), 16);
  if (isJson) return String.fromCharCode(last + 0x20);
  const isSmall = unit.length === 3 ? unit[1] === '\xbd' : /d%(?:25)?..$/i.test(unit);
  return String.fromCharCode(last - (isSmall ? 0x20 : 0x60));
}

function wideAs(unit: string, character: string): string {
  const code = character.charCodeAt(0);
  if (unit[0] === '\\') return unit.slice(0, -2) + (code - 0x20).toString(16).padStart(2, '0');
  // The kind of letter, and with it the second byte, stays.
  const last = code + (code >= 0x60 ? 0x20 : 0x60);
  return unit.length === 3
    ? unit.slice(0, -1) + String.fromCharCode(last)
    : unit.slice(0, -2) + last.toString(16).toUpperCase();
}

const decoded = (unit: string): string =>
  IS_WIDE.test(unit)
    ? plainOfWide(unit)
    : unit.length === 1
      ? unit
      : String.fromCharCode(Number.parseInt(unit.slice(-2), 16));

const encodedAs = (unit: string, character: string): string =>
  IS_WIDE.test(unit)
    ? wideAs(unit, character)
    : unit.length === 1
      ? character
      : unit.slice(0, -2) + character.charCodeAt(0).toString(16);

/** A fixed letter with the same number of bytes or escapes: é, 一, an emoji. */
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
  for (let at = 0; at < word.length; at++) masked += String.fromCharCode(drawnFor(word.charCodeAt(at)));
  return masked;
}

/** `c2VjcmV0dG9rZW4=`: a value without a name, as browsers send it. */
function isOnlyEquals(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== EQUALS && code !== SPACE && code !== TAB) return false;
  }
  return true;
}
