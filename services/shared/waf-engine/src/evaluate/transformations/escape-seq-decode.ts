import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteSet, hexByteAt, hexDigitsAt } from './byte-classes.ts';
import { countOctalDigits, octalByte, simpleEscapes } from './escapes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('\\');
const BACKSLASH = 0x5c;
const SIMPLE = simpleEscapes('abfnrtv\\?\'"', '\x07\b\f\n\r\t\v\\?\'"');

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      const byte = value.charCodeAt(index);
      if (byte !== BACKSLASH || index + 1 === value.length) {
        buffer[length++] = byte;
        index++;
        continue;
      }
      const next = value.charCodeAt(index + 1);
      const octal = countOctalDigits(value, index + 1);
      if ((next | 0x20) === 0x78 && hexDigitsAt(value, index + 2, 2)) {
        buffer[length++] = hexByteAt(value, index + 2);
        index += 4;
      } else if (octal > 0) {
        buffer[length++] = octalByte(value, index + 1, octal);
        index += 1 + octal;
      } else {
        buffer[length++] = SIMPLE[next]!;
        index += 2;
      }
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Decodes the escapes of ANSI C: `\a \b \f \n \r \t \v \\ \? \' \"`, `\xHH` and `\OOO` (the low byte of up to three octal
 * digits). Of an escape that is none of these only the backslash is dropped. A backslash at the very end stays.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@rx \beval\b" "id:1,phase:2,deny,t:escapeSeqDecode"`
 */
export const escapeSeqDecode: TransformationEntry = {
  apply(value) {
    const first = value.indexOf('\\');
    if (first < 0 || first === value.length - 1) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};
