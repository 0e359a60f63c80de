import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteRange, byteSet, indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

const KEPT = byteSet('*', byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a));
const TRIGGERS = KEPT.map((kept) => 1 - kept);
const DIGITS = '0123456789abcdef';
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

const PASS: PassRules = {
  growth: 3,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    for (; index < until; index++) {
      const byte = value.charCodeAt(index);
      if (KEPT[byte] === 1 || byte === SPACE) {
        buffer[length++] = byte === SPACE ? PLUS : byte;
      } else {
        buffer[length++] = PERCENT;
        buffer[length++] = DIGITS.charCodeAt(byte >> 4);
        buffer[length++] = DIGITS.charCodeAt(byte & 15);
      }
    }
    pass.at = index;
    pass.length = length;
  },
};

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
    return first === value.length ? value : transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};
