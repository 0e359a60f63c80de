import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { indexOfAny, WHITESPACE } from './byte-classes.ts';
import { transformed } from './pass.ts';

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    let inRun = index > 0 && WHITESPACE[value.charCodeAt(index - 1)] === 1;
    while (index < until) {
      const byte = value.charCodeAt(index++);
      if (WHITESPACE[byte] === 0) {
        buffer[length++] = byte;
        inRun = false;
      } else if (!inRun) {
        buffer[length++] = 0x20;
        inRun = true;
      }
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * Replaces each run of white space (space, tab, line feed, vertical tab, form feed, carriage return) by one space.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains union select" "id:1,phase:2,deny,t:lowercase,t:compressWhitespace"`
 */
export const compressWhitespace: TransformationEntry = {
  apply(value) {
    const first = firstChange(value);
    if (first === value.length) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: WHITESPACE,
  mayChange({ bytes, start, end }) {
    let afterWhite = false;
    for (let index = start; index < end; index++) {
      const byte = bytes[index]!;
      const isWhite = WHITESPACE[byte] === 1;
      if (isWhite && (afterWhite || byte !== 0x20)) return true;
      afterWhite = isWhite;
    }
    return false;
  },
  changes: '[\\t-\\r]|\\x20\\x20',
};

/** Single spaces between words are what most values have, and stay. */
function firstChange(value: string): number {
  let index = indexOfAny(value, WHITESPACE);
  while (index < value.length) {
    if (value.charCodeAt(index) !== 0x20 || WHITESPACE[value.charCodeAt(index + 1)] === 1) return index;
    index = indexOfAny(value, WHITESPACE, index + 1);
  }
  return index;
}
