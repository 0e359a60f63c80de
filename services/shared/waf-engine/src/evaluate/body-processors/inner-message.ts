import type { ByteString } from '../../model/api.ts';

/** A request as a body, or in a part, as batches of OData and of clouds have them (RFC 9112, 10). */
const INNER = /^["']?\s*(?:application|message)\/http\b/i;
/** A mail as a body, or in a part (RFC 2046, 5.2; RFC 6532). */
const MAIL = /^["']?\s*message\/(?:rfc822|global)\b/i;
/** Maximum bytes of a mail's headers. */
const MAX_MAIL_HEAD = 64 * 1024;
const FOLD = /\r?\n[ \t]+/g;
const CODING = /(?:^|\n)content-transfer-encoding[ \t]*:[ \t]*([^\r\n]*)/i;
const REQUEST_LINE = /^\s*[A-Za-z]{3,20}[ \t]+(\S{1,8192})(?:[ \t]+HTTP\/[\d.]{1,3})?[ \t]*\r?\n/;
const HEAD_END = /\r?\n\r?\n/g;
const TYPE = /(?:^|\n)content-type[ \t]*:[ \t]*([^\r\n]*)/i;

const FIELD_NAME = /^[!#$%&'*+.^\w`|~-]{1,128}[ \t]*:/;
/** Servers take no more. */
const MAX_FIELDS = 100;

export interface InnerMessage {
  readonly contentType: ByteString;
  readonly content: ByteString;
  /** The query of its address; '' without one. */
  readonly query: ByteString;
  /** Values of its headers. */
  readonly fields: readonly ByteString[];
}

export interface MailMessage {
  readonly contentType: ByteString;
  /** Its transfer encoding; empty: it has none. */
  readonly coding: ByteString;
  readonly content: ByteString;
}

/** Whether a body or a part is a request or a mail by its type. */
export const isMessage = (contentType: ByteString): boolean =>
  INNER.test(contentType) || MAIL.test(contentType);

/** The mail that a body or a part contains; null without one, or if it is empty. */
export function mailMessage(contentType: ByteString, text: ByteString): MailMessage | null {
  if (!MAIL.test(contentType)) return null;
  HEAD_END.lastIndex = 0;
  const end = HEAD_END.exec(text.slice(0, MAX_MAIL_HEAD));
  if (end === null) return null;
  const head = text.slice(0, end.index).replace(FOLD, ' ');
  return {
    contentType: TYPE.exec(head)?.[1] ?? '',
    coding: CODING.exec(head)?.[1]?.trim() ?? '',
    content: text.slice(end.index + end[0].length),
  };
}

/** The HTTP request contained in a part; null without one. */
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
