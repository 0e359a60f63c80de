import type { ByteString } from '../api.ts';
import type { BodySink } from './types.ts';

/**
 * `a=1&b=2`, decoded as ModSecurity does: `+` is a blank, broken percent escapes stay as they are and raise
 * URLENCODED_ERROR. Used for query strings, too.
 */
export function parseUrlEncoded(text: ByteString, separator: string, sink: BodySink): void {
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
    const key = decode(text.slice(start, keyEnd), sink);
    const value = keyEnd === end ? '' : decode(text.slice(keyEnd + 1, end), sink);
    if (!sink.argument(key, value)) return;
    start = end + 1;
  }
}

function decode(text: ByteString, sink: BodySink): ByteString {
  if (!text.includes('%') && !text.includes('+')) return text;
  let out = '';
  let flushed = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== 0x25 && code !== 0x2b) continue;
    if (code === 0x2b) {
      out += `${text.slice(flushed, index)} `;
      flushed = index + 1;
      continue;
    }
    const high = hexDigit(text.charCodeAt(index + 1));
    const low = hexDigit(text.charCodeAt(index + 2));
    if (high < 0 || low < 0) {
      sink.urlEncodedError();
      continue;
    }
    out += text.slice(flushed, index) + String.fromCharCode(high * 16 + low);
    index += 2;
    flushed = index + 1;
  }
  return out + text.slice(flushed);
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
