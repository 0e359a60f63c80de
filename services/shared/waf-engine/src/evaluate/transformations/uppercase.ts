import type { TransformationEntry } from '../../model/transformation.ts';
import { byteRange, byteSet, indexOfAny } from './byte-classes.ts';
import { byteMap, passMapping, transformedFrom } from './map-bytes.ts';

const LOWER = byteSet(byteRange(0x61, 0x7a));
const NOT_ASCII = byteSet(byteRange(0x80, 0xff));
const MAP = byteMap((byte) => (LOWER[byte] === 1 ? byte - 0x20 : byte));
const PASS = passMapping(MAP);

/**
 * Turns the letters a–z into A–Z. Bytes from 0x80 up stay as they are (the C locale), whatever character they belong to.
 *
 * Argument: none. Result: as long as the value.
 * Example: `SecRule REQUEST_METHOD "@streq TRACE" "id:1,phase:1,deny,t:uppercase"`
 */
export const uppercase: TransformationEntry = {
  apply(value) {
    if (indexOfAny(value, LOWER) === value.length) return value;
    if (indexOfAny(value, NOT_ASCII) === value.length) return value.toUpperCase();
    return transformedFrom(value, LOWER, PASS);
  },
  inPieces: PASS,
  triggers: LOWER,
};
