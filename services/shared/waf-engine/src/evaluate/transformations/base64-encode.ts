import type { TransformationEntry } from '../../model/transformation.ts';
import { BASE64_ALPHABET } from './base64-alphabet.ts';
import { bytesToString, reserve } from './byte-buffer.ts';

const PAD = 0x3d;
const DIGITS = new Uint8Array(64).map((_, digit) => BASE64_ALPHABET.charCodeAt(digit));

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
    let at = 0;
    for (let index = 0; index < value.length; index += 3) {
      const left = value.length - index;
      const second = left > 1 ? value.charCodeAt(index + 1) : 0;
      const third = left > 2 ? value.charCodeAt(index + 2) : 0;
      const bits = (value.charCodeAt(index) << 16) | (second << 8) | third;
      buffer[at++] = DIGITS[bits >> 18]!;
      buffer[at++] = DIGITS[(bits >> 12) & 63]!;
      buffer[at++] = left > 1 ? DIGITS[(bits >> 6) & 63]! : PAD;
      buffer[at++] = left > 2 ? DIGITS[bits & 63]! : PAD;
    }
    return bytesToString(buffer, length);
  },
  triggers: null,
};
