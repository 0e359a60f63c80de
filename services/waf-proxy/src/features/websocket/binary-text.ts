import { withoutMemberNames } from './archive-names.ts';

const utf8 = new TextDecoder('utf-8');
const utf16le = new TextDecoder('utf-16le');
const utf16be = new TextDecoder('utf-16be');

/** JSON or markup. */
const DOCUMENT = /^\s*[{["<]/;
/** Percentage of non-text characters from which a text counts as binary; a few in a short one do not count. */
const MAX_ODD_PERCENT = 2;
const MIN_ODD = 2;
/** Minimum percentage of text characters in a text with some binary bytes. Random bytes have 38. */
const TEXT_PERCENT = 60;
const TEXT = /[\t-\r\x20-\x7e\u00a0-\ufffc]+/g;
/** Minimum length of text between binary bytes, at the start and later. Random bytes have eighty such runs per megabyte. */
const STRETCHES = /^[\t-\r\x20-\x7e]{4,}|[\t-\r\x20-\x7e]{10,}/g;
/** Minimum length of a text with some binary bytes at the start of a message; random bytes have shorter ones. */
const MIN_BEGINNING = 32;
const MAX_CODE_POINT = 0x10ffff;

/** Socket.IO's version 2 writes a packet's type before bytes, and so do others. */
const LAST_PACKET_TYPE = 0x08;

/**
 * Whether a text may begin like this: with a printable character, a blank, the first byte of a UTF-8 character, a byte
 * order mark, or the zeros of UTF-16 and UTF-32.
 * @param first bytes of the message
 * @returns null: more bytes are needed
 */
export function beginsText([first, second, third, fourth]: readonly number[]): boolean | null {
  if (first === undefined) return null;
  if (isPrintable(first) || first >= 0xc2) return true;
  if (first > LAST_PACKET_TYPE) return false;
  if (second === undefined) return null;
  if (first > 0) return isPrintable(second);
  if (second !== 0) return isPrintable(second);
  if (fourth === undefined) return null;
  return third === 0 ? isPrintable(fourth) : third === 0xfe && fourth === 0xff;
}

/**
 * A binary message as servers that take it for text read it: invalid UTF-8 becomes U+FFFD; UTF-16 and UTF-32 are
 * recognised by byte order marks, or in a document by its first zeros (RFC 4627, section 3). A document is text
 * whatever it contains. If many bytes are odd, the text between them is returned; if most are, the beginning and longer
 * runs; archives count without the names of their members.
 * @returns null: binary, not text
 */
export function textOfBinary(bytes: Buffer): string | null {
  const [first, second] = bytes;
  const wide = textOfUtf32(bytes);
  if (DOCUMENT.test(wide)) return wide;
  if (first === 0xff && second === 0xfe) return utf16le.decode(bytes);
  if (first === 0xfe && second === 0xff) return utf16be.decode(bytes);
  const inPairs = first === 0 ? utf16be : second === 0 ? utf16le : null;
  if (inPairs !== null) {
    const text = inPairs.decode(bytes);
    if (DOCUMENT.test(text)) return text;
  }
  const text = utf8.decode(withoutMemberNames(bytes));
  if (DOCUMENT.test(text) || isMostlyText(text)) return text;
  const { beginning, end } = beginningOf(text);
  const stretches = text.slice(end).match(STRETCHES) ?? [];
  return beginning === '' && stretches.length === 0 ? null : [beginning, ...stretches].join(' ').trim();
}

/** The length of a text with some binary bytes at the start of a message, and that text. */
function beginningOf(text: string): { beginning: string; end: number } {
  const parts: string[] = [];
  let length = 0;
  let found = { parts: 0, length: 0, end: 0 };
  for (const { 0: part, index } of text.matchAll(TEXT)) {
    parts.push(part);
    length += part.length;
    const end = index + part.length;
    if (length * 100 >= end * TEXT_PERCENT) found = { parts: parts.length, length, end };
  }
  const isAll = length * 100 >= text.length * TEXT_PERCENT;
  if (!isAll && found.length < MIN_BEGINNING) return { beginning: '', end: 0 };
  return { beginning: parts.slice(0, found.parts).join(' '), end: found.end };
}

/** Without its byte order mark; empty if invalid, as decoders reject code points beyond the last. */
function textOfUtf32(bytes: Buffer): string {
  if (bytes.length < 4) return '';
  const isBig = bytes.readUInt16BE(0) === 0;
  if (!isBig && bytes.readUInt16LE(2) !== 0) return '';
  const read = (at: number) => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let text = '';
  for (let at = read(0) === 0xfeff ? 4 : 0; at + 4 <= bytes.length; at += 4) {
    const code = read(at);
    if (code > MAX_CODE_POINT) return '';
    text += String.fromCodePoint(code);
  }
  return text;
}

const isPrintable = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);

function isMostlyText(text: string): boolean {
  let odd = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd || (code < 0x20 && !isPrintable(code))) odd++;
  }
  return odd <= Math.max(MIN_ODD, (text.length * MAX_ODD_PERCENT) / 100);
}
