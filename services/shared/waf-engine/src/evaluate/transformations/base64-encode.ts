import type { ByteString } from '../../model/api.ts';
import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { BASE64_ALPHABET } from './base64-alphabet.ts';
import { bytesToString, reserve } from './byte-buffer.ts';

const PAD = 0x3d;
const DIGITS = new Uint8Array(64).map((_, digit) => BASE64_ALPHABET.charCodeAt(digit));

const PASS: PassRules = {
  growth: 4,
  advance(pass, until) {
    const { value, bytes } = pass;
    let { at, length } = pass;
    for (; at < until; at += 3, length += 4) writeGroup(value, at, bytes, length);
    pass.at = at;
    pass.length = length;
  },
};

function writeGroup(value: ByteString, index: number, buffer: Uint8Array, at: number): void {
  const left = value.length - index;
  const second = left > 1 ? value.charCodeAt(index + 1) : 0;
  const third = left > 2 ? value.charCodeAt(index + 2) : 0;
  const bits = (value.charCodeAt(index) << 16) | (second << 8) | third;
  buffer[at] = DIGITS[bits >> 18]!;
  buffer[at + 1] = DIGITS[(bits >> 12) & 63]!;
  buffer[at + 2] = left > 1 ? DIGITS[(bits >> 6) & 63]! : PAD;
  buffer[at + 3] = left > 2 ? DIGITS[bits & 63]! : PAD;
}

/**
 * Encodes the value in Base64 (RFC 4648, section 4) with padding and without line breaks.
 *
 * Argument: none. Result: four bytes for each three, rounded up.
 * Example: `SecRule REQUEST_HEADERS:X-Token "@streq c2VjcmV0" "id:1,phase:1,pass,t:base64Encode"`
 */
export const base64Encode: TransformationEntry = {
  apply(value) {
    const length = Math.ceil(value.length / 3) * 4;
    const buffer = reserve(length);
    for (let index = 0, at = 0; index < value.length; index += 3, at += 4)
      writeGroup(value, index, buffer, at);
    return bytesToString(buffer, length);
  },
  inPieces: PASS,
  triggers: null,
};
