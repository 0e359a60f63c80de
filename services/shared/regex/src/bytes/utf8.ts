import type { ByteString } from './byte-string.ts';

/**
 * Rule files are text, requests are bytes. Rules are therefore encoded to UTF-8 byte strings before anything looks
 * at them, so that an `é` in a rule meets the two bytes that an `é` in a request is.
 */
export function encodeUtf8(text: string): ByteString {
  if (isAscii(text)) return text;
  let out = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) out += character;
    else if (code < 0x800) out += byte(0xc0 | (code >> 6)) + trail(code);
    else if (code < 0x10000) out += byte(0xe0 | (code >> 12)) + trail(code >> 6) + trail(code);
    else out += byte(0xf0 | (code >> 18)) + trail(code >> 12) + trail(code >> 6) + trail(code);
  }
  return out;
}

/** For people's eyes (messages, descriptions). Bytes that are not UTF-8 come back as U+FFFD. */
export function decodeUtf8(bytes: ByteString): string {
  if (isAscii(bytes)) return bytes;
  let out = '';
  let index = 0;
  while (index < bytes.length) {
    const lead = bytes.charCodeAt(index);
    const length =
      lead < 0x80
        ? 1
        : lead >= 0xc2 && lead < 0xe0
          ? 2
          : lead >= 0xe0 && lead < 0xf0
            ? 3
            : lead >= 0xf0 && lead < 0xf5
              ? 4
              : 0;
    const code = length === 0 ? null : decodeSequence(bytes, index, length);
    out += code === null ? '\ufffd' : String.fromCodePoint(code);
    index += code === null ? 1 : length;
  }
  return out;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

const LEAD_MASK = [0, 0x7f, 0x1f, 0x0f, 0x07];
const MIN_CODE_POINTS = [0, 0, 0x80, 0x800, 0x10000];

function decodeSequence(bytes: ByteString, start: number, length: number): number | null {
  let code = bytes.charCodeAt(start) & LEAD_MASK[length]!;
  for (let offset = 1; offset < length; offset++) {
    const next = bytes.charCodeAt(start + offset);
    if ((next & 0xc0) !== 0x80) return null;
    code = (code << 6) | (next & 0x3f);
  }
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < MIN_CODE_POINTS[length]! || surrogate || code > 0x10ffff ? null : code;
}

const byte = (code: number): string => String.fromCharCode(code);
const trail = (code: number): string => String.fromCharCode(0x80 | (code & 0x3f));
