import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { bytesToString, reserve } from './byte-buffer.ts';

const DIGITS = new Uint8Array(16).map((_, digit) => '0123456789abcdef'.charCodeAt(digit));

const PASS: PassRules = {
  growth: 2,
  advance(pass, until) {
    const { value, bytes } = pass;
    for (let index = pass.at; index < until; index++) {
      const byte = value.charCodeAt(index);
      bytes[index * 2] = DIGITS[byte >> 4]!;
      bytes[index * 2 + 1] = DIGITS[byte & 15]!;
    }
    pass.at = until;
    pass.length = until * 2;
  },
};

/**
 * Writes each byte as two small hexadecimal digits.
 *
 * Argument: none. Result: twice as long as the value.
 * Example: `SecRule REQUEST_BODY "@beginsWith 504b0304" "id:1,phase:2,pass,t:hexEncode"`
 */
export const hexEncode: TransformationEntry = {
  apply(value) {
    const buffer = reserve(value.length * 2);
    for (let index = 0; index < value.length; index++) {
      const byte = value.charCodeAt(index);
      buffer[index * 2] = DIGITS[byte >> 4]!;
      buffer[index * 2 + 1] = DIGITS[byte & 15]!;
    }
    return bytesToString(buffer, value.length * 2);
  },
  inPieces: PASS,
  triggers: null,
};
