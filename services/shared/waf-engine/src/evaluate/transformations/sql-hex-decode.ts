import type { TransformationEntry } from '../../model/transformation.ts';
import { bytesToString, copyInto, reserve } from './byte-buffer.ts';
import { byteSet, HEX_VALUE, isHexDigit } from './byte-classes.ts';

const TRIGGERS = byteSet('xX');
const ZERO = 0x30;
const X = 0x78;

/**
 * Decodes SQL's hexadecimal strings: `0x` and at least one pair of digits become the bytes that the pairs name. A digit
 * left over is text.
 *
 * Argument: none. Result: shorter than the value, where it changes.
 * Example: `SecRule ARGS "@contains select" "id:1,phase:2,deny,t:sqlHexDecode"`
 *
 * Deviation: libmodsecurity 3.0.9 loses the last byte of every value and all that follows a NUL byte. Later releases of
 * version 3 do not, and neither do we: a rule that loses bytes is a rule that can be evaded.
 */
export const sqlHexDecode: TransformationEntry = {
  apply(value) {
    let start = nextHexString(value, 0);
    if (start < 0) return value;
    const buffer = reserve(value.length);
    let length = 0;
    let index = 0;
    while (start >= 0) {
      length = copyInto(buffer, length, value, index, start);
      index = start + 2;
      while (isHexDigit(value.charCodeAt(index)) && isHexDigit(value.charCodeAt(index + 1))) {
        buffer[length++] = HEX_VALUE[value.charCodeAt(index)]! * 16 + HEX_VALUE[value.charCodeAt(index + 1)]!;
        index += 2;
      }
      start = nextHexString(value, index);
    }
    length = copyInto(buffer, length, value, index, value.length);
    return bytesToString(buffer, length);
  },
  triggers: TRIGGERS,
};

/** Where the next `0x` with a pair of digits begins, or -1. */
function nextHexString(value: string, from: number): number {
  for (let index = from; index + 3 < value.length; index++) {
    if (
      value.charCodeAt(index) === ZERO &&
      (value.charCodeAt(index + 1) | 0x20) === X &&
      isHexDigit(value.charCodeAt(index + 2)) &&
      isHexDigit(value.charCodeAt(index + 3))
    ) {
      return index;
    }
  }
  return -1;
}
