/** Classes of bytes as the C locale's `<ctype.h>` defines them: no byte from 0x80 up belongs to any of them. */

const HEX_DIGITS = '0123456789abcdef';

/** 1 for space, tab, line feed, vertical tab, form feed and carriage return. */
export const WHITESPACE = byteSet(' \t\n\v\f\r');

/** Value of a hexadecimal digit by byte, 255 for every other byte. */
export const HEX_VALUE = hexValues();

/** A table of 256 entries with 1 for each of these bytes. */
export function byteSet(...bytes: readonly string[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const part of bytes)
    for (let index = 0; index < part.length; index++) table[part.charCodeAt(index)] = 1;
  return table;
}

/** Bytes `from` to `to`, both included, as a string for `byteSet`. */
export function byteRange(from: number, to: number): string {
  let bytes = '';
  for (let byte = from; byte <= to; byte++) bytes += String.fromCharCode(byte);
  return bytes;
}

/** A table of 256 entries with 1 for each byte that `map` changes. */
export function bytesChangedBy(map: Uint8Array): Uint8Array {
  return map.map((mapped, byte) => (mapped === byte ? 0 : 1));
}

/** A pattern, as for `@rx`, that occurs where a byte has 1 in the table. */
export function patternOfBytes(table: Uint8Array): string {
  let bytes = '';
  for (let byte = 0; byte < 256; byte++)
    if (table[byte] === 1) bytes += `\\x${byte.toString(16).padStart(2, '0')}`;
  return bytes === '' ? '(?!)' : `[${bytes}]`;
}

export function isHexDigit(byte: number): boolean {
  return HEX_VALUE[byte]! < 16;
}

export function hexDigitsAt(value: string, at: number, count: number): boolean {
  for (let index = at; index < at + count; index++) if (!isHexDigit(value.charCodeAt(index))) return false;
  return true;
}

/** The byte that the two hexadecimal digits at a position name. */
export function hexByteAt(value: string, at: number): number {
  return HEX_VALUE[value.charCodeAt(at)]! * 16 + HEX_VALUE[value.charCodeAt(at + 1)]!;
}

export function isOctalDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x37;
}

/** Position of the first byte that is in `set`, from `start` on; the value's length if there is none. */
export function indexOfAny(value: string, set: Uint8Array, start = 0): number {
  let index = start;
  while (index < value.length && set[value.charCodeAt(index)] === 0) index++;
  return index;
}

function hexValues(): Uint8Array {
  const values = new Uint8Array(256).fill(255);
  for (let digit = 0; digit < 16; digit++) {
    values[HEX_DIGITS.charCodeAt(digit)] = digit;
    values[HEX_DIGITS.toUpperCase().charCodeAt(digit)] = digit;
  }
  return values;
}
