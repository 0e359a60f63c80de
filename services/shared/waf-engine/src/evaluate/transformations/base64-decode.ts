import type { ByteString } from '../../model/api.ts';
import type { Pass, PassRules, TransformationEntry } from '../../model/transformation.ts';
import { BASE64_VALUE, NOT_BASE64 } from './base64-alphabet.ts';
import { bytesToString, reserve } from './byte-buffer.ts';

const SPACE = 0x20;
const PAD = 0x3d;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const INVALID = -1;

/** State of a pass: the bits of its group, and the number of digits and paddings (the latter of all groups). */
const BITS = 0xffffff;
const DIGIT = 1 << 24;
const DIGITS = 3 * DIGIT;
const PADDING = 1 << 26;
const PADDINGS = 3 * PADDING;
const BEHIND_SPACE = 1 << 28;
const IS_INVALID = 1 << 29;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value } = pass;
    while (pass.at < until) {
      const byte = value.charCodeAt(pass.at++);
      if (byte === SPACE) pass.memory |= BEHIND_SPACE;
      else if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && value.charCodeAt(pass.at) === LINE_FEED))
        pass.memory &= ~BEHIND_SPACE;
      else if (byte === 0 || !takeDigit(pass, byte)) {
        if (byte !== 0) pass.memory |= IS_INVALID;
        pass.at = value.length;
      }
    }
  },
  end(pass) {
    if ((pass.memory & IS_INVALID) !== 0) pass.length = 0;
  },
};

/** False: there is none here, or none may be. */
function takeDigit(pass: Pass, byte: number): boolean {
  let { memory } = pass;
  const isPadding = byte === PAD;
  const padding = (memory & PADDINGS) / PADDING + (isPadding ? 1 : 0);
  const digit = isPadding ? 0 : BASE64_VALUE[byte]!;
  if ((memory & BEHIND_SPACE) !== 0 || padding > 2 || (!isPadding && padding > 0) || digit === NOT_BASE64)
    return false;
  if (isPadding) memory += PADDING;
  const bits = ((memory << 6) | digit) & BITS;
  const isWhole = (memory & DIGITS) === DIGITS;
  pass.memory = (memory & PADDINGS) | (isWhole ? 0 : (memory & DIGITS) + DIGIT) | (isWhole ? 0 : bits);
  if (isWhole)
    for (let shift = 0; shift < 3 - padding; shift++) pass.bytes[pass.length++] = bits >> (16 - shift * 8);
  return true;
}

/**
 * Decodes Base64 (RFC 4648, section 4) strictly: line breaks, and spaces before them and at the end, are skipped. The value
 * ends at its first NUL byte. With any other byte outside the alphabet, or with padding in the wrong place, the result is
 * empty. Digits that do not fill a group of four are dropped.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule REQUEST_HEADERS:Authorization "@contains admin" "id:1,phase:1,pass,t:base64Decode"`
 */
export const base64Decode: TransformationEntry = {
  apply(value) {
    const end = usableLength(value);
    if (end === INVALID) return '';
    const buffer = reserve(end);
    let length = 0;
    let bits = 0;
    let digits = 0;
    let bytesInGroup = 3;
    for (let index = 0; index < end; index++) {
      const byte = value.charCodeAt(index);
      const digit = BASE64_VALUE[byte]!;
      if (digit === NOT_BASE64 && byte !== PAD) continue;
      if (byte === PAD) bytesInGroup--;
      bits = (bits << 6) | (byte === PAD ? 0 : digit);
      if (++digits % 4 !== 0) continue;
      for (let shift = 0; shift < bytesInGroup; shift++) buffer[length++] = bits >> (16 - shift * 8);
      bits = 0;
    }
    return bytesToString(buffer, length);
  },
  inPieces: PASS,
  triggers: null,
};

/** How many bytes at the beginning are valid Base64, white space included: all up to the first NUL, or `INVALID`. */
function usableLength(value: ByteString): number {
  const nul = value.indexOf('\0');
  const length = nul < 0 ? value.length : nul;
  let padding = 0;
  for (let index = 0; index < length; index++) {
    const spacesFrom = index;
    while (index < length && value.charCodeAt(index) === SPACE) index++;
    if (index === length) break;
    const byte = value.charCodeAt(index);
    if (byte === CARRIAGE_RETURN && index + 1 < length && value.charCodeAt(index + 1) === LINE_FEED) continue;
    if (byte === LINE_FEED) continue;
    if (index > spacesFrom) return INVALID;
    if (byte === PAD) {
      if (++padding > 2) return INVALID;
    } else if (padding > 0 || BASE64_VALUE[byte] === NOT_BASE64) {
      return INVALID;
    }
  }
  return length;
}
