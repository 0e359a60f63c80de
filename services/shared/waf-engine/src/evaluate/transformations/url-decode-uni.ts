import type { ByteString } from '../../model/api.ts';
import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { bestFitByte } from './best-fit-ascii.ts';
import { byteSet, hexByteAt, hexDigitsAt, indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('%+');
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const U = 0x75;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes: buffer } = pass;
    let { at: index, length } = pass;
    while (index < until) {
      const byte = value.charCodeAt(index);
      const width = byte === PERCENT ? escapeWidth(value, index) : 1;
      if (width === 6) {
        buffer[length++] = bestFitByte((hexByteAt(value, index + 2) << 8) | hexByteAt(value, index + 4));
      } else if (width === 3) {
        buffer[length++] = hexByteAt(value, index + 1);
      } else {
        buffer[length++] = byte === PLUS ? SPACE : byte;
      }
      index += width;
    }
    pass.at = index;
    pass.length = length;
  },
};

/**
 * As `urlDecode`, and also decodes `%uHHHH`, which Microsoft's servers understand: the character becomes the ASCII byte that
 * those servers would make of it (code page 20127), or its low byte where they know none.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains ../" "id:1,phase:2,deny,t:urlDecodeUni"`
 *
 * Deviation: libmodsecurity uses a table only after `SecUnicodeMapFile`, which its recommended configuration sets to this
 * very code page; we always use it.
 */
export const urlDecodeUni: TransformationEntry = {
  apply(value) {
    const first = indexOfAny(value, TRIGGERS);
    if (first === value.length) return value;
    return transformed(value, first, PASS);
  },
  inPieces: PASS,
  triggers: TRIGGERS,
};

/** 6 for `%uHHHH`, 3 for `%HH`, 1 for a percent sign that is text. */
function escapeWidth(value: ByteString, at: number): 1 | 3 | 6 {
  if ((value.charCodeAt(at + 1) | 0x20) === U) return hexDigitsAt(value, at + 2, 4) ? 6 : 1;
  return hexDigitsAt(value, at + 1, 2) ? 3 : 1;
}
