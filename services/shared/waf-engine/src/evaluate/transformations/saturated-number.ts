import type { ByteString } from '../../model/api.ts';
import { HEX_VALUE } from './byte-classes.ts';

const MAX_DECIMAL = '9223372036854775807';
const MAX_HEX = '7fffffffffffffff';
const ZERO = 0x30;

/**
 * The low byte of the number that digits `start`…`end` (exclusive) write, as C's `strtol` reads it with 64 bits: what is
 * beyond the largest number counts as the largest, whose low byte is 0xff. Only digits of the radix may be in that range.
 */
export function saturatedLowByte(value: ByteString, start: number, end: number, radix: 10 | 16): number {
  let first = start;
  while (first < end && value.charCodeAt(first) === ZERO) first++;
  const largest = radix === 10 ? MAX_DECIMAL : MAX_HEX;
  const digits = end - first;
  if (digits > largest.length) return 0xff;
  if (digits === largest.length && value.slice(first, end).toLowerCase() > largest) return 0xff;
  let low = 0;
  for (let index = first; index < end; index++)
    low = (low * radix + HEX_VALUE[value.charCodeAt(index)]!) & 0xff;
  return low;
}
