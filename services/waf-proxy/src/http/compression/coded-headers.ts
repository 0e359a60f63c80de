import type { Coding } from '../accept-encoding.ts';

/**
 * The fields of a response in a coding of ours. What names the exact bytes is taken out or weakened: another coding of
 * the same thing is equivalent, not identical (RFC 9110, 8.8.1).
 */
export function codedHeaders(headers: readonly string[], coding: Coding): string[] {
  const written: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const value = headers[index + 1]!;
    switch (name.toLowerCase()) {
      case 'etag':
        written.push(name, value.startsWith('W/') ? value : `W/${value}`);
        break;
      case 'content-length':
      case 'accept-ranges':
      case 'content-md5':
      case 'digest':
      case 'content-digest':
        break;
      default:
        written.push(name, value);
    }
  }
  written.push('Content-Encoding', coding);
  return withVary(written);
}

/** Says that another client might get other bytes; to be called for plain answers too, where we could have coded. */
export function withVary(headers: string[]): string[] {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]!.toLowerCase() !== 'vary') continue;
    if (/(?:^|,)\s*(?:\*|accept-encoding)\s*(?:,|$)/i.test(headers[index + 1]!)) return headers;
  }
  headers.push('Vary', 'Accept-Encoding');
  return headers;
}
