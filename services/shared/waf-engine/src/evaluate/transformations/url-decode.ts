import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteSet, hexByteAt, hexDigitsAt, indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('%+');
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      const byte = value.charCodeAt(index++);
      if (byte === PLUS) {
        buffer[length++] = SPACE;
      } else if (byte === PERCENT && hexDigitsAt(value, index, 2)) {
        buffer[length++] = hexByteAt(value, index);
        index += 2;
      } else {
        buffer[length++] = byte;
      }
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Decodes `application/x-www-form-urlencoded`: `%HH` becomes the byte it names, `+` a space. A percent sign without two
 * hexadecimal digits is text.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule REQUEST_URI_RAW "@contains ../" "id:1,phase:1,deny,t:urlDecode"`
 */
export const urlDecode: TransformationEntry = {
  apply(value) {
    const first = indexOfAny(value, TRIGGERS);
    if (first === value.length) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};
