import type { ByteString } from '../../model/api.ts';

/** The first boundary's line, where a part's own fields follow at once, as mail and batches have them. */
const FIRST_BOUNDARY = /^(--[^\s]{1,200})(?=\r?\n(?:content-|mime-version:))/i;
/** Maximum distance between it and the name below it, bytes. */
const HEAD = 256;

/**
 * Parts as the one text that they are to servers which look for none. A blank stands at the end of their first boundary, where RFC 2046
 * has room for it: without one, a boundary and the field below it look like a value that goes on as a header.
 */
export function partsAsText(text: ByteString): ByteString {
  const boundary = FIRST_BOUNDARY.exec(text.slice(0, HEAD))?.[1];
  return boundary === undefined ? text : `${boundary} ${text.slice(boundary.length)}`;
}
