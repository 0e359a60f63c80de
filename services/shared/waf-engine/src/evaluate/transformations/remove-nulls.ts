import type { TransformationEntry } from '../../model/transformation.ts';
import { byteSet } from './byte-classes.ts';
import { removeBytes } from './map-bytes.ts';

const NUL = byteSet('\0');

/**
 * Leaves out every NUL byte.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains /etc/passwd" "id:1,phase:2,deny,t:removeNulls"`
 */
export const removeNulls: TransformationEntry = {
  apply: (value) => (value.includes('\0') ? removeBytes(value, NUL) : value),
  triggers: NUL,
};
