import type { ByteString } from '../../model/api.ts';
import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteSet, HEX_VALUE, isHexDigit, WHITESPACE } from './byte-classes.ts';
import { asciiOfFullWidth } from './full-width.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('\\');
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
/** CSS 2 allows one to six hexadecimal digits in an escape. */
const MAX_DIGITS = 6;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      const byte = value.charCodeAt(index++);
      if (byte !== BACKSLASH) {
        buffer[length++] = byte;
        continue;
      }
      if (index === value.length) break;
      const digits = countHexDigits(value, index);
      if (digits > 0) {
        buffer[length++] = escapedByte(value, index, digits);
        index += digits;
        if (WHITESPACE[value.charCodeAt(index)] === 1) index++;
      } else if (value.charCodeAt(index) === LINE_FEED) {
        index++;
      } else {
        buffer[length++] = value.charCodeAt(index++);
      }
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Decodes CSS escapes: `\` and one to six hexadecimal digits (and one white-space byte after them, which belongs to the
 * escape) become the byte that the last two digits name, full-width forms of ASCII their ASCII form; `\` and a line feed
 * vanish; any other byte after `\` stands for itself; a backslash at the very end vanishes.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains javascript" "id:1,phase:2,deny,t:cssDecode"`
 */
export const cssDecode: TransformationEntry = {
  apply(value) {
    const first = value.indexOf('\\');
    if (first < 0) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};

function countHexDigits(value: ByteString, start: number): number {
  let count = 0;
  while (count < MAX_DIGITS && isHexDigit(value.charCodeAt(start + count))) count++;
  return count;
}

function escapedByte(value: ByteString, start: number, digits: number): number {
  const last = start + digits - 1;
  const low = HEX_VALUE[value.charCodeAt(last)]!;
  if (digits === 1) return low;
  const byte = HEX_VALUE[value.charCodeAt(last - 1)]! * 16 + low;
  if (digits < 4) return byte;
  // Full-width forms have four digits: what is written before those must be zeros.
  for (let index = start; index < last - 3; index++)
    if (HEX_VALUE[value.charCodeAt(index)] !== 0) return byte;
  const isFullWidth =
    HEX_VALUE[value.charCodeAt(last - 2)] === 15 && HEX_VALUE[value.charCodeAt(last - 3)] === 15;
  return isFullWidth ? asciiOfFullWidth(byte) : byte;
}
