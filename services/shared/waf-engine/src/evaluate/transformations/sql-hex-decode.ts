import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteSet, HEX_VALUE, isHexDigit } from './byte-classes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('xX');
const ZERO = 0x30;
const X = 0x78;

/** State of a pass: within the digits of a string. */
const IN_DIGITS = 1;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      if (pass.memory === IN_DIGITS && isPair(value, index)) {
        buffer[length++] = HEX_VALUE[value.charCodeAt(index)]! * 16 + HEX_VALUE[value.charCodeAt(index + 1)]!;
        index += 2;
        continue;
      }
      pass.memory = isHexString(value, index) ? IN_DIGITS : 0;
      if (pass.memory === IN_DIGITS) index += 2;
      else buffer[length++] = value.charCodeAt(index++);
    }
    pass.at = index;
    pass.length = length;
  },
};

const isPair = (value: string, at: number): boolean =>
  isHexDigit(value.charCodeAt(at)) && isHexDigit(value.charCodeAt(at + 1));

const isHexString = (value: string, at: number): boolean =>
  value.charCodeAt(at) === ZERO && (value.charCodeAt(at + 1) | 0x20) === X && isPair(value, at + 2);

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
    const first = firstHexString(value);
    return first < 0 ? value : transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};

function firstHexString(value: string): number {
  for (let index = 0; index + 3 < value.length; index++) if (isHexString(value, index)) return index;
  return -1;
}
