import type { ByteString } from '../../model/api.ts';
import { byteSet } from '../transformations/byte-classes.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** The title of a column, of a few words: a line with a comma or two is a sentence, and so is what lies below it. */
const TITLE = /^ ?"?[\w.#()/%-]{1,40}(?: [\w.#()/%-]{1,20}){0,2}"?$/;
/**
 * A cell that is a path and nothing else, as lists of files have them: with words for its parts, and at most one step up. In a value
 * by itself such a path may be an attack; who reads tables looks it up among what the same table brings.
 */
const PATH = /^(?:\.\.\/|\/)?(?:[\w@-][\w.@-]{0,80}\/){1,20}[\w@-][\w.@-]{0,80}$/;
const MAX_COLUMNS = 500;
/** Maximum length of a line of titles; longer ones are prose. */
const MAX_HEAD = 4096;

const LINE_FEED = 0x0a;
const SEPARATOR_BYTES = byteSet(...SEPARATORS);

/** True wherever {@link separatorOf} finds one in bytes[start..end): its first line has a sign for it, and is not the only one. */
export function mayBeTable(bytes: Uint8Array, start: number, end: number): boolean {
  const last = Math.min(end, start + MAX_HEAD);
  let separates = false;
  for (let at = start; at < last; at++) {
    if (bytes[at] === LINE_FEED) return separates;
    separates ||= SEPARATOR_BYTES[bytes[at]!] === 1;
  }
  return false;
}

/** How a text's columns are separated if it begins with a line of titles, as tables for import do; `null`: it is none. */
export function separatorOf(text: ByteString): string | null {
  const head = text.slice(0, MAX_HEAD);
  const end = head.indexOf('\n');
  if (end <= 0) return null;
  const line = head.slice(0, end).trimEnd();
  for (const separator of SEPARATORS) {
    if (!line.includes(separator)) continue;
    const titles = line.split(separator, MAX_COLUMNS);
    return titles.every((title) => TITLE.test(title)) && hasAsMany(text, end + 1, separator, titles.length)
      ? separator
      : null;
  }
  return null;
}

/** Whether the first line below the titles has a cell for each. */
function hasAsMany(text: ByteString, from: number, separator: string, count: number): boolean {
  let cells = 0;
  for (const cell of cellsOf(text, separator, from)) {
    cells++;
    if (cell.isLast) break;
    if (cells > count) return false;
  }
  return cells === count;
}

export interface Cell {
  readonly text: ByteString;
  /** Whether it is the last of its line. */
  readonly isLast: boolean;
}

/** Whether a cell says nothing that the whole table does not say. */
export const isPathCell = (cell: ByteString): boolean => PATH.test(cell);

/** Cells of a table (RFC 4180), line by line, without their quotes. */
export function* cellsOf(text: ByteString, separator: string, from = 0): Generator<Cell> {
  for (let at = from; at < text.length; ) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at + 1) : at;
    let next = end;
    while (next < text.length && text[next] !== separator && text[next] !== '\n') next++;
    const isLast = next >= text.length || text[next] === '\n';
    // What stands behind the quote belongs to the cell for most who read it (Python, PHP).
    const cell = isQuoted
      ? text.slice(at + 1, end).replaceAll('""', '"') + text.slice(end + 1, next).trimEnd()
      : text.slice(at, next).trimEnd();
    yield { text: cell, isLast };
    at = next + 1;
  }
}

/** The quote that ends a cell; two are one within it. */
function endOfQuoted(text: ByteString, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text[at + 1] !== '"') return at;
  }
}
