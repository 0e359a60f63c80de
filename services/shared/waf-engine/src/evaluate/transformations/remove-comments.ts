import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteSet, indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('/<-#');
const SPACE = 0x20;
const STAR = 0x2a;
const DASH = 0x2d;
const SLASH = 0x2f;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      if (TRIGGERS[value.charCodeAt(index)] === 0) {
        buffer[length++] = value.charCodeAt(index++);
        continue;
      }
      const opening = value.startsWith('/*', index) ? 2 : value.startsWith('<!--', index) ? 4 : 0;
      if (opening > 0) {
        index = endOfComment(value, index + opening);
        if (index < 0) {
          buffer[length++] = SPACE;
          index = value.length;
          break;
        }
        buffer[length++] = index < value.length ? value.charCodeAt(index) : 0;
        index++;
      } else if (value.startsWith('--', index) || value.startsWith('#', index)) {
        index = value.length;
        break;
      } else {
        buffer[length++] = value.charCodeAt(index++);
      }
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Removes the comments of SQL, C and HTML: C comments and `<!--`…`-->` (either beginning goes with either end), and all from
 * the first `--` or `#` on. A comment without an end becomes one space.
 *
 * Argument: none. Result: no longer than the value, but for the NUL byte below.
 * Example: `SecRule ARGS "@contains unionselect" "id:1,phase:2,deny,t:lowercase,t:removeComments"`
 *
 * As in libmodsecurity the byte after a comment is copied unseen, so a comment that follows at once stays; where the value
 * ends with the comment, that byte is a NUL.
 */
export const removeComments: TransformationEntry = {
  apply(value) {
    const first = indexOfAny(value, TRIGGERS);
    if (first === value.length) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};

/** The position after the comment's end, or -1. */
function endOfComment(value: string, from: number): number {
  for (let index = from; index + 1 < value.length; index++) {
    const byte = value.charCodeAt(index);
    if (byte === STAR && value.charCodeAt(index + 1) === SLASH) return index + 2;
    if (byte === DASH && value.startsWith('->', index + 1)) return index + 3;
  }
  return -1;
}
