import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteRange, byteSet, indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

const REMOVED = byteSet('"\'\\^');
const SPACED = byteSet(' ,;\t\r\n');
const UPPER = byteSet(byteRange(0x41, 0x5a));
const TRIGGERS = byteSet('"\'\\^', ' ,;\t\r\n', byteRange(0x41, 0x5a));
const SPACE = 0x20;
const SLASH = 0x2f;
const PARENTHESIS = 0x28;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    let afterSpace = pass.memory === 1;
    while (index < until) {
      const byte = value.charCodeAt(index++);
      if (REMOVED[byte] === 1) continue;
      if (SPACED[byte] === 1) {
        if (!afterSpace) buffer[length++] = SPACE;
        afterSpace = true;
        continue;
      }
      if (afterSpace && (byte === SLASH || byte === PARENTHESIS)) length--;
      buffer[length++] = UPPER[byte] === 1 ? byte + 0x20 : byte;
      afterSpace = false;
    }
    pass.at = index;
    pass.length = length;
    pass.memory = afterSpace ? 1 : 0;
  },
};

/**
 * Undoes what shells let one write into a command without changing it: removes `\ " ' ^`, turns each run of white space,
 * commas and semicolons into one space, removes a space before `/` and `(`, and writes letters small.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@rx \bwget\s" "id:1,phase:2,deny,t:cmdLine"`
 */
export const cmdLine: TransformationEntry = {
  apply(value) {
    const first = indexOfAny(value, TRIGGERS);
    if (first === value.length) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};
