import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { bytesToString, reserve } from './byte-buffer.ts';
import { byteMap } from './map-bytes.ts';

/**
 * Value of a "digit" by byte. As in libmodsecurity nothing is checked: bytes from `A` up count from ten on regardless of
 * case, the others from `0` on, modulo 256.
 */
const DIGIT = byteMap((byte) => (byte >= 0x41 ? (byte & 0xdf) - 0x41 + 10 : byte - 0x30) & 0xff);

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes } = pass;
    let { at, length } = pass;
    for (; at < until && at + 1 < value.length; at += 2)
      bytes[length++] = DIGIT[value.charCodeAt(at)]! * 16 + DIGIT[value.charCodeAt(at + 1)]!;
    pass.at = Math.max(at, until);
    pass.length = length;
  },
};

/**
 * Decodes pairs of hexadecimal digits to bytes. A digit left over at the end is dropped; bytes that are no digits give
 * some byte, and are not an error.
 *
 * Argument: none. Result: half as long as the value.
 * Example: `SecRule ARGS:payload "@contains <script" "id:1,phase:2,deny,t:hexDecode"`
 */
export const hexDecode: TransformationEntry = {
  apply(value) {
    if (value.length === 0) return value;
    const length = value.length >> 1;
    const buffer = reserve(length);
    for (let index = 0; index < length; index++) {
      buffer[index] = DIGIT[value.charCodeAt(index * 2)]! * 16 + DIGIT[value.charCodeAt(index * 2 + 1)]!;
    }
    return bytesToString(buffer, length);
  },
  inPieces: PASS,
  triggers: null,
};
