import type { ByteString } from '../../model/api.ts';
import { percentDecode } from './percent-decoding.ts';

/** A part of a message in parts, however it is called. */
export interface LoosePart {
  readonly headers: ByteString;
  readonly contentType: ByteString;
  readonly name: ByteString;
  /** All names that a server may take the file by; none where it is no file. */
  readonly filenames: readonly ByteString[];
  readonly content: ByteString;
  /** Its Content-Transfer-Encoding. */
  readonly coding: ByteString;
}

const BOUNDARY = /boundary[\t ]*=[\t ]*(?:"([^"]{1,200})"|([^\s;,"]{1,200}))/i;
const FIRST_LINE = /--([^\r\n]{1,200}?)[\t ]*\r?\n/y;
const BLANK_LINE = /\r?\n\r?\n/g;
/** Within quotes a line may end (formidable, Rack, Tomcat). */
const DISPOSITION = /(?:^|\n)content-disposition[\t ]*:[\t ]*((?:"[^"]*"|[^\r\n])*)/i;
const TYPE = /(?:^|\n)content-type[\t ]*:[\t ]*([^\r\n]*)/i;
const TRANSFER = /(?:^|\n)content-transfer-encoding[\t ]*:[\t ]*([^\r\n]*)/i;
const NAME = /[;\s]name[\t ]*=[\t ]*(?:"([^"]*)"|([^\s;]*))/i;
const FILENAME = /filename\*?[\t ]*=[\t ]*(?:[\w-]*'[^']*')?(?:"([^"]*)"|([^\s;]*))/gi;
/** Of a part; a longer head is content. */
const MAX_HEAD = 16 * 1024;

/** The boundary that a Content-Type names, or else that of the body's own first line. */
export function looseBoundary(contentType: ByteString, text: ByteString, start: number): ByteString | null {
  const named = /^\s*multipart\//i.test(contentType) ? BOUNDARY.exec(contentType) : null;
  if (named !== null) return named[1] ?? named[2]!;
  FIRST_LINE.lastIndex = start;
  return FIRST_LINE.exec(text)?.[1] ?? null;
}

/**
 * The parts of multipart/mixed, /related and the like, read as leniently as anything: wherever the boundary stands, a part
 * begins. What stands before the first and behind the last is a part, too, without a head. Where a boundary is no line of its
 * own, it is content to most: such parts are read as a whole besides.
 */
export function* looseParts(text: ByteString, boundary: ByteString): Generator<LoosePart> {
  const delimiter = `--${boundary}`;
  let start = 0;
  let lineStart = 0;
  for (let at = text.indexOf(delimiter); ; at = text.indexOf(delimiter, start)) {
    const end = at < 0 ? text.length : at;
    const isLine = at <= 0 || isBoundaryLine(text, at, at + delimiter.length);
    if (end > start) yield readPart(text.slice(start, end), start > 0);
    if (isLine && lineStart < start && end > lineStart)
      yield readPart(text.slice(lineStart, end), lineStart > 0);
    if (at < 0) return;
    start = at + delimiter.length;
    if (isLine) lineStart = start;
  }
}

const BEHIND_BOUNDARY = /(?:--)?(?:\r\n|$)/y;

function isBoundaryLine(text: ByteString, start: number, end: number): boolean {
  BEHIND_BOUNDARY.lastIndex = end;
  return text.startsWith('\r\n', start - 2) && BEHIND_BOUNDARY.test(text);
}

function readPart(text: ByteString, hasHead: boolean): LoosePart {
  BLANK_LINE.lastIndex = 0;
  const blank = hasHead ? BLANK_LINE.exec(text.slice(0, MAX_HEAD)) : null;
  const headers = blank === null ? '' : text.slice(0, blank.index);
  const content = withoutLineEnd(blank === null ? text : text.slice(BLANK_LINE.lastIndex));
  const field = (pattern: RegExp) => pattern.exec(headers)?.[1] ?? '';
  const disposition = field(DISPOSITION);
  return {
    headers,
    contentType: field(TYPE),
    name: NAME.exec(disposition)?.slice(1).find(Boolean) ?? '',
    filenames: Array.from(disposition.matchAll(FILENAME), ([, quoted, token]) =>
      percentDecode(quoted ?? token ?? '', false),
    ).filter((filename) => filename !== ''),
    content,
    coding: field(TRANSFER),
  };
}

function withoutLineEnd(text: ByteString): ByteString {
  if (text.endsWith('\r\n')) return text.slice(0, -2);
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
