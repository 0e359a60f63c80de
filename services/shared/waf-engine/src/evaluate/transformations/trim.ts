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

const NOT_BLANK = /[^\t-\r ]/g;

/** Most have none; a million is searched natively. */
function startOf(value: ByteString): number {
  if (WHITESPACE[value.charCodeAt(0)] !== 1) return 0;
  NOT_BLANK.lastIndex = 1;
  return NOT_BLANK.exec(value)?.index ?? value.length;
}

/** At least as far as `startOf`, but for a value of nothing but white space, where it is 0. */
function endOf(value: ByteString): number {
  let end = value.length;
  while (end > 0 && WHITESPACE[value.charCodeAt(end - 1)] === 1) end--;
  return end;
}
