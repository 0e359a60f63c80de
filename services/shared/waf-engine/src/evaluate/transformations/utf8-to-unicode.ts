import type { ByteString } from '../../model/api.ts';
import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteRange, byteSet, indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('\0', byteRange(0x80, 0xff));
const DIGITS = '0123456789abcdef';
const PERCENT = 0x25;
const U = 0x75;
/** An overlong sequence of two bytes gives `%uHHHH` and its first byte again; no other input grows as much. */
const MAX_PER_BYTE = 4;
/** The smallest code point that needs a sequence of this many bytes. */
const MIN_CODE_POINTS = [0, 0, 0x80, 0x800, 0x10000];

const PASS: PassRules = {
  growth: MAX_PER_BYTE,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      const byte = value.charCodeAt(index);
      const expected = sequenceLength(byte);
      if (expected === 1) {
        if (byte !== 0) buffer[length++] = byte;
        index++;
        continue;
      }
      if (byte >= 0xf5) buffer[length++] = byte;
      if (!hasContinuation(value, index + 1, expected - 1)) {
        index++;
        continue;
      }
      const codePoint = decode(value, index, expected);
      length = writeEscape(buffer, length, codePoint);
      if (codePoint < MIN_CODE_POINTS[expected]! || (codePoint >= 0xd800 && codePoint <= 0xdfff))
        buffer[length++] = byte;
      index += expected;
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Writes each UTF-8 sequence of two to four bytes as `%u` and at least four small hexadecimal digits, so that rules see which
 * character it is. ASCII stays.
 *
 * Argument: none. Result: at most four times as long as the value.
 * Example: `SecRule ARGS "@rx %u[ef]{2}" "id:1,phase:2,deny,t:utf8toUnicode"`
 *
 * As in libmodsecurity, what is not UTF-8 is treated so: a first byte without its continuation vanishes, a continuation byte
 * alone stays, an overlong or surrogate sequence is written and followed by its first byte, a first byte from 0xf5 to 0xf7
 * stays and its sequence is written, NUL bytes vanish.
 */
export const utf8toUnicode: TransformationEntry = {
  apply(value) {
    const first = indexOfAny(value, TRIGGERS);
    if (first === value.length) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};

/** By the first byte; 1 also for bytes that cannot begin a sequence. */
function sequenceLength(byte: number): number {
  if ((byte & 0xe0) === 0xc0) return 2;
  if ((byte & 0xf0) === 0xe0) return 3;
  return (byte & 0xf8) === 0xf0 ? 4 : 1;
}

function hasContinuation(value: ByteString, from: number, count: number): boolean {
  for (let index = from; index < from + count; index++)
    if ((value.charCodeAt(index) & 0xc0) !== 0x80) return false;
  return true;
}

function decode(value: ByteString, at: number, count: number): number {
  let codePoint = value.charCodeAt(at) & (0xff >> (count + 1));
  for (let index = at + 1; index < at + count; index++)
    codePoint = (codePoint << 6) | (value.charCodeAt(index) & 0x3f);
  return codePoint;
}

function writeEscape(buffer: Uint8Array, at: number, codePoint: number): number {
  let length = at;
  buffer[length++] = PERCENT;
  buffer[length++] = U;
  const digits = codePoint > 0xfffff ? 6 : codePoint > 0xffff ? 5 : 4;
  for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
    buffer[length++] = DIGITS.charCodeAt((codePoint >> shift) & 15);
  }
  return length;
}
