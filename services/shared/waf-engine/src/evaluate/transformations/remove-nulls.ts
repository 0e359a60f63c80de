import type { TransformationEntry } from '../../model/transformation.ts';
import { byteSet } from './byte-classes.ts';
import { passRemoving, transformedFrom } from './map-bytes.ts';

const NUL = byteSet('\0');
const PASS = passRemoving(NUL);

/**
 * Leaves out every NUL byte.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains /etc/passwd" "id:1,phase:2,deny,t:removeNulls"`
 */
export const removeNulls: TransformationEntry = {
  apply: (value) => (value.includes('\0') ? transformedFrom(value, NUL, PASS) : value),
  inPieces: PASS,
  triggers: NUL,
};
