import type { ByteString } from '../api.ts';
import { bytesToLatin1, Latin1Buffer } from '../latin1.ts';
import { decodeEbcdic } from './ebcdic.ts';

/** Web APIs that every host has; the package itself needs no Node API. */
interface Coders {
  TextDecoder: new (label: string) => { readonly encoding: string; decode(bytes: Uint8Array): string };
  TextEncoder: new () => { encode(text: string): Uint8Array };
}
const { TextDecoder, TextEncoder } = globalThis as unknown as Coders;

const CHARSET = /;[\t ]*charset[\t ]*=[\t ]*(?:"([^"]{0,80})"|'([^']{0,80})'|([^\s;,"']{0,80}))/i;
/** Names that say "none in particular". */
const UNSPECIFIC: ReadonlySet<string> = new Set([
  '',
  'binary',
  'none',
  'null',
  'undefined',
  '8bit',
  'utf8mb4',
  'unicode-1-1-utf-8',
]);

/** In lower case; '' where a Content-Type names none. */
export function charsetOf(contentType: ByteString): string {
  const found = CHARSET.exec(contentType);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim().toLowerCase();
}

/** Nearly all bodies. */
const PLAIN_START = /^[\x20-\x4b\x4d-\x7e]{4}/;

/** What the first bytes say (byte order marks; RFC 4627, section 3; XML, appendix F); '' where they say nothing. */
export function charsetOfBytes(text: ByteString): string {
  if (PLAIN_START.test(text)) return '';
  if (text.startsWith('\xff\xfe\0\0')) return 'utf-32le';
  if (text.startsWith('\0\0\xfe\xff')) return 'utf-32be';
  if (text.startsWith('\xff\xfe')) return 'utf-16le';
  if (text.startsWith('\xfe\xff')) return 'utf-16be';
  if (text.startsWith('\x4c\x6f\xa7\x94')) return 'ibm037';
  const nulls = [0, 1, 2, 3].map((at) => (text[at] === '\0' ? '0' : 'x')).join('');
  if (text.length < 4) return '';
  return { x0x0: 'utf-16le', '0x0x': 'utf-16be', x000: 'utf-32le', '000x': 'utf-32be' }[nulls] ?? '';
}

/** Bytes of a character set as UTF-8; `same`: what is ASCII in it looks like ASCII already; `unknown`: who knows. */
export function decodeCharset(charset: string, bytes: ByteString): ByteString | 'same' | 'unknown' {
  if (UNSPECIFIC.has(charset)) return 'same';
  if (charset === 'utf-7' || charset === 'unicode-1-1-utf-7') return toUtf8(decodeUtf7(bytes));
  if (charset.startsWith('utf-32') || charset === 'ucs-4')
    return toUtf8(decodeUtf32(bytes, !charset.endsWith('le')));
  const ebcdic = decodeEbcdic(charset, bytes);
  if (ebcdic !== null) return toUtf8(ebcdic);
  const decoder = decoderOf(charset === 'utf-16' ? markedUtf16(bytes) : charset);
  if (decoder === null) return 'unknown';
  return LIKE_ASCII.test(decoder.encoding) ? 'same' : toUtf8(decoder.decode(toBytes(bytes)));
}

/** Single bytes whose lower half is ASCII, and UTF-8. The others can spell ASCII in more than one way. */
const LIKE_ASCII = /^(?:utf-8|ibm866|iso-8859-.*|koi8-.|macintosh|windows-.*|x-mac-cyrillic|x-user-defined)$/;

function decoderOf(label: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return null; // Unknown labels are its way of saying so.
  }
}

/** Without a mark it is big-endian by RFC 2781 and little-endian by most who send it: the zeros tell. */
const markedUtf16 = (bytes: ByteString): string =>
  charsetOfBytes(bytes) === 'utf-16be' || (bytes[0] === '\0' && bytes[1] !== '\0') ? 'utf-16be' : 'utf-16le';

function decodeUtf32(bytes: ByteString, isBigEndian: boolean): string {
  const order = isBigEndian ? [0, 1, 2, 3] : [3, 2, 1, 0];
  let out = '';
  for (let at = 0; at + 3 < bytes.length; at += 4) {
    const code = order.reduce((sum, offset) => sum * 256 + bytes.charCodeAt(at + offset), 0);
    out += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return out;
}

const SHIFTED = /\+([A-Za-z0-9+/]*)-?/g;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** RFC 2152: `+` begins UTF-16 in Base64. */
function decodeUtf7(bytes: ByteString): string {
  return bytes.replace(SHIFTED, (_all, digits: string) => {
    if (digits === '') return '+';
    let out = '';
    let bits = 0;
    let count = 0;
    for (const digit of digits) {
      bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0x3fffff;
      count += 6;
      if (count < 16) continue;
      count -= 16;
      out += String.fromCharCode((bits >> count) & 0xffff);
    }
    return out;
  });
}

function toBytes(text: ByteString): Uint8Array {
  const buffer = new Latin1Buffer(text.length);
  buffer.write(text, 0);
  return buffer.bytes;
}

const encoder = new TextEncoder();
const toUtf8 = (text: string): ByteString => bytesToLatin1(encoder.encode(text));
