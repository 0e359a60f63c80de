import type { ByteString } from '../../model/api.ts';

/** A lone surrogate is encoded like any other code point (WTF-8), so that rules see distinct bytes. */
export function utf8(code: number): ByteString {
  const trail = (value: number) => String.fromCharCode(0x80 | (value & 0x3f));
  if (code < 0x80) return String.fromCharCode(code);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6)) + trail(code);
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12)) + trail(code >> 6) + trail(code);
  return String.fromCharCode(0xf0 | (code >> 18)) + trail(code >> 12) + trail(code >> 6) + trail(code);
}
