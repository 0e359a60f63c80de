import type { TransformationEntry } from '../../model/transformation.ts';
import { byteSet } from './byte-classes.ts';
import { passRemoving, transformedFrom } from './map-bytes.ts';

const REMOVED = byteSet(' \t\n\v\f\r', '\xa0\xc2');
const PASS = passRemoving(REMOVED);

/**
 * Leaves out white space, and the no-break space in both of its spellings: Latin-1 (0xa0) and UTF-8 (0xc2 0xa0). As in
 * libmodsecurity the two bytes are removed wherever they stand, so other characters that contain them lose a byte.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains eval(" "id:1,phase:2,deny,t:removeWhitespace"`
 */
export const removeWhitespace: TransformationEntry = {
  apply: (value) => transformedFrom(value, REMOVED, PASS),
  inPieces: PASS,
  triggers: REMOVED,
};
