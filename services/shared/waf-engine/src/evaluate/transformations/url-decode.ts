import type { TransformationEntry } from '../../model/transformation.ts';
import { copyInto, reserve, resultOf } from './byte-buffer.ts';
import { byteSet, HEX_VALUE, indexOfAny, isHexDigit } from './byte-classes.ts';

const TRIGGERS = byteSet('%+');
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

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
    const buffer = reserve(value.length);
    let length = copyInto(buffer, 0, value, 0, first);
    for (let index = first; index < value.length; index++) {
      const byte = value.charCodeAt(index);
      if (byte === PLUS) {
        buffer[length++] = SPACE;
      } else if (
        byte === PERCENT &&
        isHexDigit(value.charCodeAt(index + 1)) &&
        isHexDigit(value.charCodeAt(index + 2))
      ) {
        buffer[length++] =
          HEX_VALUE[value.charCodeAt(index + 1)]! * 16 + HEX_VALUE[value.charCodeAt(index + 2)]!;
        index += 2;
      } else {
        buffer[length++] = byte;
      }
    }
    return resultOf(value, buffer, length);
  },
  triggers: TRIGGERS,
};
