import { bytesToLatin1, Latin1Buffer } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { replaceInSlices } from '../../model/pattern-in-slices.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { ebcdicDecoder } from './ebcdic.ts';

/** Web APIs that every host has; the package itself needs no Node API. */
interface Coders {
  TextDecoder: new (
    label: string,
  ) => { readonly encoding: string; decode(bytes: Uint8Array, options: { stream: boolean }): string };
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

/**
 * The character set by the first bytes (byte order marks; RFC 4627, section 3; XML, appendix F); '' if they do not
 * tell.
 */
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

/** Bytes between checks for the end of the slice. A multiple of all character widths. */
const PIECE = 16 * 1024;
const REPLACEMENT = '\xef\xbf\xbd';
/** Cost of a byte, in steps of a matcher. */
const STEPS_PER_BYTE = 8;
/** What making a decoder costs: values of forms are decoded one by one. */
const STEPS_PER_DECODER = 512;

/** Turns bytes into text, piece by piece. */
interface CharsetDecoder {
  decode(piece: ByteString, isLast: boolean): string;
}

/** Bytes of a character set as UTF-8; `same`: what is ASCII in it looks like ASCII already; `unknown`: who knows. */
export function* decodeCharset(
  charset: string,
  bytes: ByteString,
  budget: ReadingBudget,
): Pausable<ByteString | 'same' | 'unknown'> {
  if (UNSPECIFIC.has(charset)) return 'same';
  budget.steps += STEPS_PER_DECODER;
  const decoder = decoderFor(charset, bytes);
  if (decoder === 'same' || decoder === 'unknown') return decoder;
  const decoded: ByteString[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.slice(at, at + PIECE);
    decoded.push(toUtf8(decoder.decode(piece, at + PIECE >= bytes.length)));
    budget.steps += piece.length * STEPS_PER_BYTE;
    if (budget.isSliceOver) yield;
  }
  return decoded.join('');
}

/** Sets of two bytes a character, by the name that decoders give them, and what their first bytes are. */
export const PAIRS: ReadonlyMap<string, RegExp> = new Map([
  ['shift_jis', /[\x81-\x9f\xe0-\xfc][\0-\xff]/g],
  ...['gbk', 'gb18030', 'big5', 'euc-kr', 'euc-jp'].map((name) => [name, /[\x81-\xfe][\0-\xff]/g] as const),
]);

/**
 * The same bytes by readers that decide otherwise: UTF-16 without a mark has its higher byte first to Java, and a pair that is
 * no character goes as a whole to .NET, though its second byte be a quote or a tag; what is no ASCII is left out of that one.
 */
export function* furtherInCharset(
  charset: string,
  bytes: ByteString,
  decoded: ByteString,
  budget: ReadingBudget,
): Pausable<ByteString[]> {
  if (charset === 'utf-16') {
    const other = yield* decodeCharset('utf-16be', bytes, budget);
    return other === decoded ? [] : [other];
  }
  const pairs = PAIRS.get(textDecoderOf(charset)?.encoding ?? '');
  if (pairs === undefined || !decoded.includes(REPLACEMENT)) return [];
  return [yield* replaceInSlices({ pattern: pairs, longest: 2 }, bytes, REPLACEMENT, budget)];
}

function decoderFor(charset: string, bytes: ByteString): CharsetDecoder | 'same' | 'unknown' {
  if (charset === 'utf-7' || charset === 'unicode-1-1-utf-7') return new Utf7Decoder(bytes.length);
  if (charset.startsWith('utf-32') || charset === 'ucs-4') {
    const isBigEndian = !charset.endsWith('le');
    return { decode: (piece) => decodeUtf32(piece, isBigEndian) };
  }
  const codePage = ebcdicDecoder(charset);
  if (codePage !== null) return codePage;
  const decoder = textDecoderOf(charset === 'utf-16' ? markedUtf16(bytes) : charset);
  if (decoder === null) return 'unknown';
  if (LIKE_ASCII.test(decoder.encoding)) return 'same';
  return { decode: (piece, isLast) => decoder.decode(toBytes(piece), { stream: !isLast }) };
}

/** Single bytes whose lower half is ASCII, and UTF-8. The others can spell ASCII in more than one way. */
const LIKE_ASCII = /^(?:utf-8|ibm866|iso-8859-.*|koi8-.|macintosh|windows-.*|x-mac-cyrillic|x-user-defined)$/;

function textDecoderOf(label: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return null; // Unknown labels are its way of saying so.
  }
}

/**
 * Without a byte order mark it is big-endian by RFC 2781 and little-endian in common practice: the position of zeros
 * decides.
 */
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

const PLUS = 0x2b;
const MINUS = 0x2d;
const NO_DIGIT = 255;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUE_OF_DIGIT = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = DIGITS.indexOf(String.fromCharCode(code));
  return value < 0 ? NO_DIGIT : value;
});

/** RFC 2152: `+` begins UTF-16 in Base64, any other byte ends it, and a `-` that does vanishes. */
class Utf7Decoder implements CharsetDecoder {
  private readonly units: Uint16Array;
  private length = 0;
  private isShifted = false;
  private digits = 0;
  private bits = 0;
  private count = 0;

  /** A form has many short values: room for a whole piece for each would cost more than all else. */
  constructor(bytes: number) {
    this.units = new Uint16Array(Math.min(bytes, PIECE) + 2);
  }

  decode(piece: ByteString, isLast: boolean): string {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece.charCodeAt(at);
      if (this.isShifted) this.shifted(byte);
      else if (byte === PLUS) this.shift();
      else this.units[this.length++] = byte;
    }
    if (isLast && this.isShifted) this.unshift();
    return this.take(isLast);
  }

  private shift(): void {
    this.isShifted = true;
    this.digits = 0;
    this.bits = 0;
    this.count = 0;
  }

  private shifted(byte: number): void {
    const digit = VALUE_OF_DIGIT[byte]!;
    if (digit === NO_DIGIT) {
      this.unshift();
      if (byte !== MINUS) this.units[this.length++] = byte;
      return;
    }
    this.digits++;
    this.bits = ((this.bits << 6) | digit) & 0x3fffff;
    this.count += 6;
    if (this.count < 16) return;
    this.count -= 16;
    this.units[this.length++] = (this.bits >> this.count) & 0xffff;
  }

  /** Nothing between `+` and its end is a plus. */
  private unshift(): void {
    this.isShifted = false;
    if (this.digits === 0) this.units[this.length++] = PLUS;
  }

  /** All but the first half of a pair, whose second is to come. */
  private take(isLast: boolean): string {
    const units = this.units;
    const isHalf = !isLast && this.length > 0 && (units[this.length - 1]! & 0xfc00) === 0xd800;
    const end = isHalf ? this.length - 1 : this.length;
    let text = '';
    for (let at = 0; at < end; at += UNITS_AT_ONCE)
      text += String.fromCharCode(...units.subarray(at, Math.min(end, at + UNITS_AT_ONCE)));
    if (isHalf) units[0] = units[end]!;
    this.length = isHalf ? 1 : 0;
    return text;
  }
}

/** The number of arguments of a call is limited. */
const UNITS_AT_ONCE = 4096;

function toBytes(text: ByteString): Uint8Array {
  const buffer = new Latin1Buffer(text.length);
  buffer.write(text, 0);
  return buffer.bytes;
}

const encoder = new TextEncoder();
const toUtf8 = (text: string): ByteString => bytesToLatin1(encoder.encode(text));
