import type { ByteString } from '../../model/api.ts';

/** A request within a part, as batches of OData and of clouds have them. */
const INNER = /^\s*application\/http\b/i;
const REQUEST_LINE = /^\s*[A-Za-z]{3,20}[ \t]+(\S{1,8192})(?:[ \t]+HTTP\/[\d.]{1,3})?[ \t]*\r?\n/;
const HEAD_END = /\r?\n\r?\n/g;
const TYPE = /(?:^|\n)content-type[ \t]*:[ \t]*([^\r\n]*)/i;

const FIELD_NAME = /^[!#$%&'*+.^\w`|~-]{1,128}[ \t]*:/;
/** Servers take no more. */
const MAX_FIELDS = 100;

export interface InnerMessage {
  readonly contentType: ByteString;
  readonly content: ByteString;
  /** Behind the question mark of its address; empty: there is none. */
  readonly query: ByteString;
  /** What its headers say. */
  readonly fields: readonly ByteString[];
}

/** The request that stands in a part; `null`: it is none. */
export function innerMessage(contentType: ByteString, part: ByteString): InnerMessage | null {
  if (!INNER.test(contentType)) return null;
  const line = REQUEST_LINE.exec(part);
  if (line === null) return null;
  // A request without headers has its blank line at once.
  HEAD_END.lastIndex = line[0].trimEnd().length;
  const end = HEAD_END.exec(part);
  const head = end === null ? part : part.slice(0, end.index);
  const target = line[1]!;
  const question = target.indexOf('?');
  return {
    contentType: TYPE.exec(head)?.[1] ?? '',
    content: end === null ? '' : part.slice(HEAD_END.lastIndex),
    query: question < 0 ? '' : target.slice(question + 1),
    fields: head
      .slice(line[0].length)
      .split('\n', MAX_FIELDS)
      .flatMap((field) => {
        const name = FIELD_NAME.exec(field);
        return name === null ? [] : field.slice(name[0].length).trim();
      }),
  };
}
