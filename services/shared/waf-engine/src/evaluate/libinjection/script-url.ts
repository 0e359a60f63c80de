import type { ByteString } from '../../model/api.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';

/** Beginnings of URLs that run or hide a script; `java` also covers `javascript:`. */
const SCHEMES = ['data', 'view-source', 'java', 'vbscript'];
const AMPERSAND = 0x26;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const LINE_FEED = 0x0a;
const X = 0x78;
/** Numeric character references beyond this are no characters: the `&` is then text. */
const MAX_CHARACTER = 0x1000ff;

/** What `characterAt` read, and how many bytes that took. */
let consumed = 0;

/**
 * Whether bytes `start`…`end` (exclusive) are a URL that runs a script, as an old browser reads it: leading control characters
 * and bytes beyond ASCII skipped, numeric character references decoded, NUL and line feed ignored within.
 */
export function isScriptUrl(value: ByteString, start: number, end: number): boolean {
  let from = start;
  while (from < end && (value.charCodeAt(from) <= 0x20 || value.charCodeAt(from) >= 0x7f)) from++;
  return SCHEMES.some((scheme) => beginsWith(scheme, value, from, end));
}

function beginsWith(scheme: string, value: ByteString, start: number, end: number): boolean {
  let matched = 0;
  let at = start;
  while (at < end && matched < scheme.length) {
    const character = characterAt(value, at, end);
    at += consumed;
    if ((matched === 0 && character <= 0x20) || character === 0 || character === LINE_FEED) continue;
    const isUpper = character >= 0x41 && character <= 0x5a;
    // As in libinjection a character beyond the byte range counts as its low byte.
    if (((isUpper ? character + 0x20 : character) & 0xff) !== scheme.charCodeAt(matched)) return false;
    matched++;
  }
  return matched === scheme.length;
}

/** The byte at a position, or the character of a numeric reference there. Sets `consumed`. */
function characterAt(value: ByteString, at: number, end: number): number {
  consumed = 1;
  const byte = value.charCodeAt(at);
  if (byte !== AMPERSAND || end - at < 2 || value.charCodeAt(at + 1) !== HASH) return byte;
  const isHex = (value.charCodeAt(at + 2) | 0x20) === X;
  const radix = isHex ? 16 : 10;
  let index = at + (isHex ? 3 : 2);
  if (!isDigit(value.charCodeAt(index), radix)) return AMPERSAND;
  let character = HEX_VALUE[value.charCodeAt(index++)]!;
  while (index < end && isDigit(value.charCodeAt(index), radix)) {
    character = character * radix + HEX_VALUE[value.charCodeAt(index++)]!;
    if (character > MAX_CHARACTER) return AMPERSAND;
  }
  consumed = (index < end && value.charCodeAt(index) === SEMICOLON ? index + 1 : index) - at;
  return character;
}

function isDigit(byte: number, radix: number): boolean {
  return HEX_VALUE[byte]! < radix;
}
