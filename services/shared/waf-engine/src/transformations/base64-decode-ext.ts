import { BASE64_VALUE, NOT_BASE64 } from './base64-alphabet.ts';
import { bytesToString, reserve } from './byte-buffer.ts';
import type { TransformationEntry } from './types.ts';

const PAD = 0x3d;
/** libmodsecurity mistakes the digit `9`, whose six bits are 61, for the padding byte, whose code is 61, at the end. */
const TAKEN_FOR_PAD = 61;

/**
 * Decodes Base64 as lenient decoders do, which is how attackers write it: bytes outside the alphabet are skipped wherever
 * they stand. A padding byte after a single digit of a group makes the result empty.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains <script" "id:1,phase:2,deny,t:base64DecodeExt"`
 */
export const base64DecodeExt: TransformationEntry = {
  apply(value) {
    const buffer = reserve(value.length);
    let length = 0;
    let bits = 0;
    let digits = 0;
    let endsAsPad = false;
    for (let index = 0; index < value.length; index++) {
      const byte = value.charCodeAt(index);
      const digit = BASE64_VALUE[byte]!;
      endsAsPad = byte === PAD || digit === TAKEN_FOR_PAD;
      if (byte === PAD && digits % 4 === 1 && value.charCodeAt(index + 1) !== PAD) return '';
      if (digit === NOT_BASE64) continue;
      bits = ((bits << 6) | digit) & 0xffffff;
      const position = digits++ % 4;
      if (position > 0) buffer[length++] = bits >> (6 - position * 2);
    }
    return endsAsPad && digits % 4 === 1 ? '' : bytesToString(buffer, length);
  },
  triggers: null,
};
