import type { TransformationEntry } from '../../model/transformation.ts';
import { byteRange, byteSet, indexOfAny } from './byte-classes.ts';
import { byteMap, passMapping, transformedFrom } from './map-bytes.ts';

const UPPER = byteSet(byteRange(0x41, 0x5a));
const NOT_ASCII = byteSet(byteRange(0x80, 0xff));
const MAP = byteMap((byte) => (UPPER[byte] === 1 ? byte + 0x20 : byte));
const PASS = passMapping(MAP);

/**
 * Turns the letters A–Z into a–z. Bytes from 0x80 up stay as they are (the C locale), whatever character they belong to.
 *
 * Argument: none. Result: as long as the value.
 * Example: `SecRule ARGS "@contains select" "id:1,phase:2,deny,t:lowercase"`
 */
export const lowercase: TransformationEntry = {
  apply(value) {
    if (indexOfAny(value, UPPER) === value.length) return value;
    // V8's own lower-casing is the fastest there is, but knows letters beyond ASCII.
    if (indexOfAny(value, NOT_ASCII) === value.length) return value.toLowerCase();
    return transformedFrom(value, UPPER, PASS);
  },
  inPieces: PASS,
  triggers: UPPER,
  map: MAP,
};
