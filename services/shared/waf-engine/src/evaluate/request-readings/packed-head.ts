import type { InflateForm } from '../inflate/inflater.ts';
import { BASE64_VALUE_OF_BOTH, NOT_BASE64 } from '../transformations/base64-alphabet.ts';

/** Number of digits examined: 21 bytes. */
const DIGITS = 28;
/** Raw deflate data is only searched for from this length on. */
const MIN_BARE_DIGITS = 48;
const GZIP_HEAD = [0x1f, 0x8b, 8];
/** A head of zlib (RFC 1950): the method, a window of 32 KiB at most, both bytes a multiple of 31, no dictionary. */
const METHOD_BITS = 0x0f;
const DEFLATE = 8;
const MAX_WINDOW = 7;
const HEAD_CHECK = 31;
const DICTIONARY = 0x20;
/** How a block is coded, behind the bit that says whether it is the last (RFC 1951). */
const CODES_BITS = 6;
const FIXED_CODES = 2;
const OWN_CODES = 4;
/** Number of fixed-code literals that are examined. */
const LETTERS = 5;
/** Code length codes of dynamic blocks (RFC 1951). */
const MIN_LENGTHS = 4;
const LENGTH_BITS = 3;
const MAX_OF_KIND = 29;
const FIRST_LENGTH_AT = 17;

const head = new Uint8Array((DIGITS / 4) * 3);

/** The compression of bytes[start..end), if they are base64 of compressed data; examines the first digits. */
export function packedForm(bytes: Uint8Array, start: number, end: number): InflateForm | null {
  if (end - start < DIGITS) return null;
  for (let group = 0; group < DIGITS / 4; group++) {
    let bits = 0;
    for (let at = start + group * 4; at < start + group * 4 + 4; at++) {
      const digit = BASE64_VALUE_OF_BOTH[bytes[at]!]!;
      if (digit === NOT_BASE64) return null;
      bits = (bits << 6) | digit;
    }
    head[group * 3] = bits >> 16;
    head[group * 3 + 1] = bits >> 8;
    head[group * 3 + 2] = bits;
    if (group === 0 && !mayBeginSo(head[0]!)) return null;
  }
  if (GZIP_HEAD.every((byte, at) => head[at] === byte)) return 'gzip';
  if (isZlibHead(head[0]!, head[1]!)) return 'zlib';
  return end - start >= MIN_BARE_DIGITS && isDeflated() ? 'bare' : null;
}

const hasCodes = (byte: number): boolean =>
  (byte & CODES_BITS) === FIXED_CODES || (byte & CODES_BITS) === OWN_CODES;

const mayBeginSo = (byte: number): boolean =>
  byte === GZIP_HEAD[0] || (byte & METHOD_BITS) === DEFLATE || hasCodes(byte);

const isZlibHead = (first: number, second: number): boolean =>
  (first & METHOD_BITS) === DEFLATE &&
  first >> 4 <= MAX_WINDOW &&
  ((first << 8) | second) % HEAD_CHECK === 0 &&
  (second & DICTIONARY) === 0;

/** One in fifty of random beginnings, too. */
const isDeflated = (): boolean =>
  hasCodes(head[0]!) && ((head[0]! & CODES_BITS) === FIXED_CODES ? beginsWithLetters() : hasCompleteCode());

const bitAt = (at: number): number => (head[at >> 3]! >> (at & 7)) & 1;

function bitsAt(at: number, count: number): number {
  let value = 0;
  for (let bit = count - 1; bit >= 0; bit--) value = (value << 1) | bitAt(at + bit);
  return value;
}

/** Codes stand with their highest bit first; those of bytes to 143 have eight, from 00110000. */
function beginsWithLetters(): boolean {
  for (let letter = 0; letter < LETTERS; letter++) {
    let code = 0;
    for (let bit = 0; bit < 8; bit++) code = (code << 1) | bitAt(3 + letter * 8 + bit);
    const byte = code - 0x30;
    if (byte < 9 || byte > 0x7e || (byte > 13 && byte < 0x20)) return false;
  }
  return true;
}

/** The code of the code's lengths must leave nothing out. */
function hasCompleteCode(): boolean {
  if (bitsAt(3, 5) > MAX_OF_KIND || bitsAt(8, 5) > MAX_OF_KIND) return false;
  let space = 128;
  const count = bitsAt(13, 4) + MIN_LENGTHS;
  for (let at = 0; at < count; at++) {
    const length = bitsAt(FIRST_LENGTH_AT + at * LENGTH_BITS, LENGTH_BITS);
    if (length > 0) space -= 128 >> length;
  }
  return space === 0;
}
