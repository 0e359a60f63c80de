import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';

/** Characters read without a pause. */
const PIECE = 64 * 1024;
/** Line ends of one byte, as Python's `splitlines` knows them. */
const LINE_ENDS = byteSet(byteRange(0x0a, 0x0d), byteRange(0x1c, 0x1e));
const BLANKS = byteSet(' \t');
const STARTS_DOCUMENT = byteSet('{["');

/** Whether a line behind the first begins like a document of JSON, after blanks. By bytes, since a pattern has no pauses. */
export function* beginsDocumentOnFurtherLine(text: ByteString, budget: ReadingBudget): Pausable<boolean> {
  let isLineStart = false;
  for (let from = 0; from < text.length; from += PIECE) {
    const end = Math.min(text.length, from + PIECE);
    for (let at = from; at < end; at++) {
      const byte = text.charCodeAt(at);
      if (BLANKS[byte] === 1) continue;
      if (isLineStart && STARTS_DOCUMENT[byte] === 1) return true;
      isLineStart = LINE_ENDS[byte] === 1 || endsWideBreak(text, at, byte);
    }
    if (endsSlice(budget, end - from)) yield;
  }
  return false;
}

/** The last byte of U+0085, U+2028 or U+2029 in UTF-8. */
function endsWideBreak(text: ByteString, at: number, byte: number): boolean {
  if (byte === 0x85) return text.charCodeAt(at - 1) === 0xc2;
  if (byte !== 0xa8 && byte !== 0xa9) return false;
  return text.charCodeAt(at - 1) === 0x80 && text.charCodeAt(at - 2) === 0xe2;
}
