import type { ByteString } from '../api.ts';
import { percentDecode } from './percent-decoding.ts';
import type { BodySink } from './types.ts';

/**
 * `a=1&b=2`, decoded as ModSecurity does: `+` is a blank, broken percent escapes stay as they are and raise
 * URLENCODED_ERROR. Used for query strings, too.
 */
export function parseUrlEncoded(text: ByteString, separator: string, sink: BodySink): void {
  const onBroken = () => sink.urlEncodedError();
  let start = 0;
  let equals = -1;
  // An empty piece between two separators is an argument without name; nothing after the last separator is none.
  while (start < text.length) {
    let end = text.indexOf(separator, start);
    if (end < 0) end = text.length;
    if (equals < start) {
      equals = text.indexOf('=', start);
      if (equals < 0) equals = text.length;
    }
    const keyEnd = Math.min(equals, end);
    const key = percentDecode(text.slice(start, keyEnd), true, onBroken);
    const value = keyEnd === end ? '' : percentDecode(text.slice(keyEnd + 1, end), true, onBroken);
    if (!sink.argument(key, value)) return;
    start = end + 1;
  }
}
