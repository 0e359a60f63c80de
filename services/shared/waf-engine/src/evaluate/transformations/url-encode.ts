import type { TransformationEntry } from '../../model/transformation.ts';
import { bytesToString, copyInto, reserve } from './byte-buffer.ts';
import { byteRange, byteSet, indexOfAny } from './byte-classes.ts';

const KEPT = byteSet('*', byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a));
const TRIGGERS = KEPT.map((kept) => 1 - kept);
const DIGITS = '0123456789abcdef';
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * Encodes a value for a form: letters, digits and `*` stay, a space becomes `+`, every other byte `%` and two small
 * hexadecimal digits.
 *
 * Argument: none. Result: at most three times as long as the value.
 * Example: `SecRule ARGS "@contains %27" "id:1,phase:2,deny,t:urlEncode"`
 */
export const urlEncode: TransformationEntry = {
  apply(value) {
    const first = indexOfAny(value, TRIGGERS);
    if (first === value.length) return value;
    const buffer = reserve(value.length * 3);
    let length = copyInto(buffer, 0, value, 0, first);
    for (let index = first; index < value.length; index++) {
      const byte = value.charCodeAt(index);
      if (KEPT[byte] === 1 || byte === SPACE) {
        buffer[length++] = byte === SPACE ? PLUS : byte;
      } else {
        buffer[length++] = PERCENT;
        buffer[length++] = DIGITS.charCodeAt(byte >> 4);
        buffer[length++] = DIGITS.charCodeAt(byte & 15);
      }
    }
    return bytesToString(buffer, length);
  },
  triggers: TRIGGERS,
};
