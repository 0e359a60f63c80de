import type { ByteString } from '../../model/api.ts';
import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteSet, indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('/*<-#');
const HASH = 0x23;
const STAR = 0x2a;
const DASH = 0x2d;
const SLASH = 0x2f;
const GREATER = 0x3e;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      const mark = TRIGGERS[value.charCodeAt(index)] === 1 ? markLength(value, index) : 0;
      if (mark === 0) buffer[length++] = value.charCodeAt(index++);
      index += mark;
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Removes the marks of comments and keeps what is between them: C's two, `<!--`, `-->`, `--` and `#`.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains unionselect" "id:1,phase:2,deny,t:lowercase,t:removeCommentsChar"`
 */
export const removeCommentsChar: TransformationEntry = {
  apply(value) {
    const first = indexOfAny(value, TRIGGERS);
    if (first === value.length) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};

function markLength(value: ByteString, at: number): number {
  const next = value.charCodeAt(at + 1);
  switch (value.charCodeAt(at)) {
    case HASH:
      return 1;
    case SLASH:
      return next === STAR ? 2 : 0;
    case STAR:
      return next === SLASH ? 2 : 0;
    case DASH:
      if (next !== DASH) return 0;
      return value.charCodeAt(at + 2) === GREATER ? 3 : 2;
    default:
      return value.startsWith('<!--', at) ? 4 : 0;
  }
}
