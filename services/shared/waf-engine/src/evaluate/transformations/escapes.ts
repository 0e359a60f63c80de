/** Common parts of the backslash escapes of C and of JavaScript. */
import type { ByteString } from '../../model/api.ts';
import { isOctalDigit } from './byte-classes.ts';

/** A table from the byte after the backslash to the encoded byte; others map to themselves. */
export function simpleEscapes(letters: string, meanings: string): Uint8Array {
  const table = new Uint8Array(256).map((_, byte) => byte);
  for (let index = 0; index < letters.length; index++)
    table[letters.charCodeAt(index)] = meanings.charCodeAt(index);
  return table;
}

/** How many octal digits, at most three, begin at this position. */
export function countOctalDigits(value: ByteString, start: number): number {
  let count = 0;
  while (count < 3 && isOctalDigit(value.charCodeAt(start + count))) count++;
  return count;
}

/** The low byte of an octal number. */
export function octalByte(value: ByteString, start: number, digits: number): number {
  let number = 0;
  for (let index = start; index < start + digits; index++)
    number = number * 8 + value.charCodeAt(index) - 0x30;
  return number & 0xff;
}
