import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { copyInto } from './byte-buffer.ts';
import { byteSet } from './byte-classes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('/');
const SPACE = 0x20;

/** `memory`: where the next comment begins, plus one; if that is behind `at`, it is to be looked for. */
const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes } = pass;
    while (pass.at < until) {
      if (pass.memory <= pass.at) {
        const next = value.indexOf('/*', pass.at);
        pass.memory = (next < 0 ? value.length : next) + 1;
      }
      const start = pass.memory - 1;
      const textEnd = Math.min(start, until);
      pass.length = copyInto(bytes, pass.length, value, pass.at, textEnd);
      pass.at = textEnd;
      if (start >= until) continue;
      bytes[pass.length++] = SPACE;
      const end = value.indexOf('*/', start + 2);
      pass.at = end < 0 ? value.length : end + 2;
    }
  },
};

/**
 * Replaces each C comment, also one without an end, by one space. An end without a beginning is text.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@rx union\s+select" "id:1,phase:2,deny,t:lowercase,t:replaceComments"`
 */
export const replaceComments: TransformationEntry = {
  apply(value) {
    const first = value.indexOf('/*');
    return first < 0 ? value : transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};
