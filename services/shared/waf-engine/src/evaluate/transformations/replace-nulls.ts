import type { TransformationEntry } from '../../model/transformation.ts';
import { byteSet } from './byte-classes.ts';
import { byteMap, passMapping, transformedFrom } from './map-bytes.ts';

const NUL = byteSet('\0');
const PASS = passMapping(byteMap((byte) => (byte === 0 ? 0x20 : byte)));

/**
 * Replaces every NUL byte by a space.
 *
 * Argument: none. Result: as long as the value.
 * Example: `SecRule ARGS "@contains drop table" "id:1,phase:2,deny,t:replaceNulls"`
 */
export const replaceNulls: TransformationEntry = {
  apply: (value) => transformedFrom(value, NUL, PASS),
  inPieces: PASS,
  triggers: NUL,
};
