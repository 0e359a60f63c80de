import { fieldLines } from '../http/header-lines.ts';
import { declaredLength, type SentRequestHead } from './origin-request-head.ts';

/** The head in HTTP/1.1 syntax (RFC 9112, 3) with the empty line, one character per byte. */
export function http1RequestHead(head: SentRequestHead): string {
  const { passedLines: lines } = head;
  const length = declaredLength(head);
  let text = `${head.method} ${head.target} HTTP/1.1\r\nHost: ${head.authority}\r\n`;
  if (lines === null) text += fieldLines(head.passedFields());
  // Joined in one step: concatenation builds a tree of strings, which makes writing twice as expensive.
  else text += lines.length === 1 ? lines[0] : lines.join('');
  if (length !== null) text += `Content-Length: ${length}\r\n`;
  else if (head.bodyLength.kind === 'unknown') text += 'Transfer-Encoding: chunked\r\n';
  if (head.upgrade !== null) text += `Connection: Upgrade\r\nUpgrade: ${head.upgrade}\r\n`;
  return `${text}${fieldLines(head.ownFields)}\r\n`;
}
