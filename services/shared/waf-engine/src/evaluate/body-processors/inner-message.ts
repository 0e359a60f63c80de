import type { ByteString } from '../../model/api.ts';

/** A request within a part, as batches of OData and of clouds have them. */
const INNER = /^\s*application\/http\b/i;
const REQUEST_LINE = /^\s{0,8}[A-Z]{3,12} \S{1,8192}(?: HTTP\/[\d.]{1,3})?[ \t]*\r?\n/;
const HEAD_END = /\r?\n\r?\n/g;
const TYPE = /(?:^|\n)content-type[ \t]*:[ \t]*([^\r\n]*)/i;

export interface InnerMessage {
  readonly contentType: ByteString;
  readonly content: ByteString;
}

/** The body of a request that stands in a part; `null`: it is none, or has none. */
export function innerMessage(contentType: ByteString, part: ByteString): InnerMessage | null {
  if (!INNER.test(contentType)) return null;
  const line = REQUEST_LINE.exec(part);
  if (line === null) return null;
  // A request without headers has its blank line at once.
  HEAD_END.lastIndex = line[0].trimEnd().length;
  const end = HEAD_END.exec(part);
  if (end === null) return null;
  const content = part.slice(HEAD_END.lastIndex);
  const head = part.slice(0, end.index);
  return content.trim() === '' ? null : { contentType: TYPE.exec(head)?.[1] ?? '', content };
}
