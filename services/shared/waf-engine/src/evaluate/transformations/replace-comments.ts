import type { TransformationEntry } from '../../model/transformation.ts';
import { bytesToString, copyInto, reserve } from './byte-buffer.ts';
import { byteSet } from './byte-classes.ts';

const TRIGGERS = byteSet('/');
const SPACE = 0x20;

/**
 * Replaces each C comment, also one without an end, by one space. An end without a beginning is text.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@rx union\s+select" "id:1,phase:2,deny,t:lowercase,t:replaceComments"`
 */
export const replaceComments: TransformationEntry = {
  apply(value) {
    let start = value.indexOf('/*');
    if (start < 0) return value;
    const buffer = reserve(value.length);
    let length = 0;
    let index = 0;
    while (start >= 0) {
      length = copyInto(buffer, length, value, index, start);
      buffer[length++] = SPACE;
      const end = value.indexOf('*/', start + 2);
      index = end < 0 ? value.length : end + 2;
      start = end < 0 ? -1 : value.indexOf('/*', index);
    }
    length = copyInto(buffer, length, value, index, value.length);
    return bytesToString(buffer, length);
  },
  triggers: TRIGGERS,
};
