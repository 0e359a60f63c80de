import type { ByteString } from '../../model/api.ts';
import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteRange, byteSet } from './byte-classes.ts';
import { transformed } from './pass.ts';
import { saturatedLowByte } from './saturated-number.ts';

const TRIGGERS = byteSet('&');
const AMPERSAND = 0x26;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const X = 0x78;
const DECIMAL_DIGIT = byteSet(byteRange(0x30, 0x39));
const HEX_DIGIT = byteSet(byteRange(0x30, 0x39), byteRange(0x41, 0x46), byteRange(0x61, 0x66));
const NAME = byteSet(byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a));
const MAX_NAME_LENGTH = 4;
const ENTITIES: ReadonlyMap<string, number> = new Map([
  ['quot', 0x22],
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['nbsp', 0xa0],
]);

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      const byte = value.charCodeAt(index++);
      if (byte !== AMPERSAND) {
        buffer[length++] = byte;
        continue;
      }
      const isNumber = value.charCodeAt(index) === HASH;
      const isHex = isNumber && (value.charCodeAt(index + 1) | 0x20) === X;
      const start = index + (isHex ? 2 : isNumber ? 1 : 0);
      const digits = isHex ? HEX_DIGIT : isNumber ? DECIMAL_DIGIT : NAME;
      let end = start;
      while (digits[value.charCodeAt(end)] === 1) end++;
      const decoded = isNumber
        ? numericReference(value, start, end, isHex ? 16 : 10)
        : namedReference(value, start, end);
      buffer[length++] = decoded ?? AMPERSAND;
      if (decoded !== undefined) index = value.charCodeAt(end) === SEMICOLON ? end + 1 : end;
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Decodes HTML's character references to bytes: `&#xHH`, `&#DD` (the low byte of the number; a number beyond 63 bits gives
 * 0xff) and, in any mixture of cases, `&quot &amp &lt &gt &nbsp` (0xa0). The semicolon may be missing. Everything else that
 * begins with `&` is text.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains <script" "id:1,phase:2,deny,t:htmlEntityDecode"`
 */
export const htmlEntityDecode: TransformationEntry = {
  apply(value) {
    const first = value.indexOf('&');
    if (first < 0) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};

function numericReference(value: ByteString, start: number, end: number, radix: 10 | 16): number | undefined {
  return end > start ? saturatedLowByte(value, start, end, radix) : undefined;
}

function namedReference(value: ByteString, start: number, end: number): number | undefined {
  return end - start <= MAX_NAME_LENGTH ? ENTITIES.get(value.slice(start, end).toLowerCase()) : undefined;
}
