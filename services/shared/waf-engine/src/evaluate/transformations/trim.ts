import type { ByteString } from '../../model/api.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { WHITESPACE } from './byte-classes.ts';

/**
 * Removes white space from both ends.
 *
 * Argument: none. Result: a part of the value.
 * Example: `SecRule ARGS:user "@streq admin" "id:1,phase:2,deny,t:trim"`
 */
export const trim: TransformationEntry = {
  apply: (value) => value.slice(startOf(value), endOf(value)),
  triggers: WHITESPACE,
};

/** As `trim`, at the beginning only. Example: `SecRule ARGS "@beginsWith <" "id:1,phase:2,deny,t:trimLeft"` */
export const trimLeft: TransformationEntry = {
  apply: (value) => value.slice(startOf(value)),
  triggers: WHITESPACE,
};

/** As `trim`, at the end only. Example: `SecRule REQUEST_FILENAME "@endsWith .php" "id:1,phase:1,deny,t:trimRight"` */
export const trimRight: TransformationEntry = {
  apply: (value) => value.slice(0, endOf(value)),
  triggers: WHITESPACE,
};

function startOf(value: ByteString): number {
  let start = 0;
  while (WHITESPACE[value.charCodeAt(start)] === 1) start++;
  return start;
}

/** At least as far as `startOf`, but for a value of nothing but white space, where it is 0. */
function endOf(value: ByteString): number {
  let end = value.length;
  while (end > 0 && WHITESPACE[value.charCodeAt(end - 1)] === 1) end--;
  return end;
}
