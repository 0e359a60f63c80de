import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteSet, hexByteAt, hexDigitsAt } from './byte-classes.ts';
import { countOctalDigits, octalByte, simpleEscapes } from './escapes.ts';
import { asciiOfFullWidth } from './full-width.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('\\');
const BACKSLASH = 0x5c;
const SIMPLE = simpleEscapes('abfnrtv', '\x07\b\f\n\r\t\v');

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
      if (next === 0x75 && hexDigitsAt(value, index + 2, 4)) {
        const low = hexByteAt(value, index + 4);
        buffer[length++] = hexByteAt(value, index + 2) === 0xff ? asciiOfFullWidth(low) : low;
        index += 6;
      } else if (next === 0x78 && hexDigitsAt(value, index + 2, 2)) {
        buffer[length++] = hexByteAt(value, index + 2);
        index += 4;
      } else {
        let octal = countOctalDigits(value, index + 1);
        // Three digits from 400 up would not fit a byte: the third is then text.
        if (octal === 3 && next > 0x33) octal = 2;
        buffer[length++] = octal > 0 ? octalByte(value, index + 1, octal) : SIMPLE[next]!;
        index += octal > 0 ? 1 + octal : 2;
      }
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Decodes JavaScript escapes: `\uHHHH` becomes its low byte (full-width forms their ASCII form), `\xHH` and `\OOO` (at most
 * 377) the byte they name, `\a \b \f \n \r \t \v` their control characters; any other byte after a backslash stands for
 * itself. A backslash at the very end stays.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains alert" "id:1,phase:2,deny,t:jsDecode"`
 */
export const jsDecode: TransformationEntry = {
  apply(value) {
    const first = value.indexOf('\\');
    if (first < 0 || first === value.length - 1) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};
