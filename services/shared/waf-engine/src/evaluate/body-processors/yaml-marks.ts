import type { ByteString } from '../../model/api.ts';

/** `---` and `...` end a document wherever they begin a line, in quotes and brackets too. */
const MARK = /(?:---|\.\.\.)(?:[ \t\r\n]|$)/y;

export function isDocumentMark(text: ByteString, lineStart: number): boolean {
  MARK.lastIndex = lineStart;
  return MARK.test(text);
}

/** Behind blanks and tabs, not behind line breaks. */
export function pastBlanks(text: ByteString, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}
