import type { ByteString } from '../../model/api.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
import { NO_CHARACTER, type Written } from './written-characters.ts';

/**
 * As HTML reads references (all names of ASCII characters, characters above it as UTF-8). The transformation htmlEntityDecode
 * is ModSecurity's, which rules of others count on: few names, and of a number its low byte.
 *
 * HTML's names of ASCII characters and of the blank that does not break; others are letters and signs of no language here.
 */
const NAMES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    Tab: '\t',
    NewLine: '\n',
    excl: '!',
    quot: '"',
    QUOT: '"',
    num: '#',
    dollar: '$',
    percnt: '%',
    amp: '&',
    AMP: '&',
    apos: "'",
    lpar: '(',
    rpar: ')',
    ast: '*',
    midast: '*',
    plus: '+',
    comma: ',',
    period: '.',
    sol: '/',
    colon: ':',
    semi: ';',
    lt: '<',
    LT: '<',
    equals: '=',
    gt: '>',
    GT: '>',
    quest: '?',
    commat: '@',
    lsqb: '[',
    lbrack: '[',
    bsol: '\\',
    rsqb: ']',
    rbrack: ']',
    Hat: '^',
    lowbar: '_',
    UnderBar: '_',
    grave: '`',
    DiacriticalGrave: '`',
    lcub: '{',
    lbrace: '{',
    verbar: '|',
    vert: '|',
    VerticalLine: '|',
    rcub: '}',
    rbrace: '}',
    nbsp: '\u00a0',
    NonBreakingSpace: '\u00a0',
  }).map(([name, character]) => [name, character.charCodeAt(0)]),
);
/** Names that may lack the semicolon (HTML, 13.2.5.73). */
const LEGACY = new Set(['quot', 'QUOT', 'amp', 'AMP', 'lt', 'LT', 'gt', 'GT', 'nbsp']);
const MAX_NAME = Math.max(...[...NAMES.keys()].map((name) => name.length));

const HASH = 0x23;
const SEMICOLON = 0x3b;
const X = 0x78;
/** More zeros in front than this make it text; enough for every encoder that fills up a field. */
const MAX_DIGITS = 32;

/** `&#39;`, `&#x27;`, `&apos;` at this place of a text. */
export function characterReference(text: ByteString, at: number): Written {
  return text.charCodeAt(at + 1) === HASH ? numericReference(text, at) : namedReference(text, at);
}

function numericReference(text: ByteString, at: number): Written {
  const isHex = (text.charCodeAt(at + 2) | 0x20) === X;
  const radix = isHex ? 16 : 10;
  const start = at + (isHex ? 3 : 2);
  let code = 0;
  let end = start;
  for (; end < text.length && end < start + MAX_DIGITS; end++) {
    const digit = HEX_VALUE[text.charCodeAt(end)]!;
    if (digit >= radix) break;
    code = code * radix + digit;
  }
  if (end === start) return NO_CHARACTER;
  return written(code, at, text.charCodeAt(end) === SEMICOLON ? end + 1 : end);
}

function namedReference(text: ByteString, at: number): Written {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_NAME && isLetter(text.charCodeAt(end))) end++;
  if (end === at + 1) return NO_CHARACTER;
  const name = text.slice(at + 1, end);
  if (text.charCodeAt(end) === SEMICOLON) {
    const code = NAMES.get(name);
    return code === undefined ? NO_CHARACTER : written(code, at, end + 1);
  }
  for (let length = 2; length <= 4; length++) {
    const legacy = name.slice(0, length);
    if (LEGACY.has(legacy)) return written(NAMES.get(legacy)!, at, at + 1 + length);
  }
  return NO_CHARACTER;
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

const written = (code: number, at: number, end: number): Written => ({
  code,
  length: end - at,
  isByte: false,
});
