import type { ByteString } from '../../model/api.ts';

/** What JavaScript trims, in UTF-8. */
const BLANK =
  /[\t-\r ]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80|\xef\xbb\xbf/;
const LEADING = new RegExp(`(?:${BLANK.source})*`, 'y');
const WHOLE = new RegExp(`^(?:${BLANK.source})$`);
const MAX_LENGTH = 3;
const MAX_BLANK = 0x20;
const MIN_ABOVE_ASCII = 0x80;

/** Where in a document's text blanks stand before and behind tags, sections and instructions: some readers cut them off there. */
export class TextSeams {
  /** Start, end, and so on. */
  readonly found: number[] = [];
  /** Where the blanks begin that the text ends with so far; -1: it ends with none. */
  private blanksFrom = -1;
  /** Only white space has followed the last text. */
  private isBehind = true;

  /** A raw piece of text, at `start` to `end` in the document's text. */
  take(raw: ByteString, start: number, end: number): void {
    if (this.isBehind) {
      const leading = startOfSolid(raw);
      if (leading > 0) this.found.push(start, start + leading);
      this.isBehind = leading === raw.length;
      if (this.isBehind) return;
    }
    const trailing = raw.length - endOfSolid(raw);
    if (trailing < raw.length || this.blanksFrom < 0) this.blanksFrom = trailing === 0 ? -1 : end - trailing;
  }

  /** A tag, a section or an instruction stands here. */
  cut(at: number): void {
    if (this.blanksFrom >= 0 && this.blanksFrom < at) this.found.push(this.blanksFrom, at);
    this.blanksFrom = -1;
    this.isBehind = true;
  }
}

function startOfSolid(text: ByteString): number {
  const first = text.charCodeAt(0);
  if (first > MAX_BLANK && first < MIN_ABOVE_ASCII) return 0;
  LEADING.lastIndex = 0;
  LEADING.test(text);
  return LEADING.lastIndex;
}

function endOfSolid(text: ByteString): number {
  let end = text.length;
  for (let length = 1; length <= MAX_LENGTH && length <= end; length++) {
    const last = text.charCodeAt(end - 1);
    if (last > MAX_BLANK && last < MIN_ABOVE_ASCII) return end;
    if (!WHOLE.test(text.slice(end - length, end))) continue;
    end -= length;
    length = 0;
  }
  return end;
}
