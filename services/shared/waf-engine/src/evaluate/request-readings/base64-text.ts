import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { decodeAll, type PiecewiseDecoder } from '../body-processors/piecewise.ts';
import {
  BASE64_VALUE_OF_BOTH,
  BASE64_VALUE_WITH_BLANKS,
  NOT_BASE64,
} from '../transformations/base64-alphabet.ts';
import { Base64Digits, bytesOfDigits } from '../transformations/base64-digits.ts';
import { lookAtBeginning } from './beginning.ts';
import { bytesThatFollow, CONTINUES, TextMeter } from './text-meter.ts';

/** Number of digits that distinguish nearly every word and number from base64 text. */
const FIRST_DIGITS = 8;
/** Four bytes: less is no attack. */
const MIN_DIGITS = 6;
/** Required in such a short text. */
const SIGN = /[^\w .-]/;
/** Among so many bytes, since decoders leave out what is no digit. */
const EXAMINED_DIGITS = 24;
/** A text may contain one other byte per this many bytes. */
const BYTES_PER_ODD = 8;

/** Among short numbers of a session some happen to be UTF-8. */
const ASCII_UP_TO = 24;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const NOT_ASCII = /[^\x00-\x7f]/;

const BLANK = 0x20;
/** In front of data in URLs and documents (RFC 2397). */
const DATA_URL = /^data:[^,]{0,200};base64,/;
const MAX_PREFIX = 220;
const PREFIX = 'data:';

const DIGITS = BASE64_VALUE_OF_BOTH;
/** Digits decoded before the result is examined. */
const PIECE = 64;
const piece = new Uint8Array(bytesOfDigits(PIECE));

/**
 * True wherever {@link base64Text} finds a text: a cheap check of the first digits of bytes[start..end), for every
 * value.
 */
export function mayBeBase64(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < MIN_DIGITS) return false;
  const limit = Math.min(end, start + EXAMINED_DIGITS);
  const isWhole = limit === end;
  probe.read(DIGITS, bytes, start, limit);
  if (probe.mayBeText(isWhole) || isPrefix(bytes, start)) return true;
  if (!probe.hasBlank) return false;
  probe.read(BASE64_VALUE_WITH_BLANKS, bytes, start, limit);
  return probe.mayBeText(isWhole);
}

/**
 * True wherever {@link base64Text} finds a text in UTF-16, as programs of Windows have it: of three characters of ASCII every second
 * byte is 0.
 */
export function mayBeWideBase64(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < FIRST_DIGITS) return false;
  for (let at = start; at < start + FIRST_DIGITS; at++) if (DIGITS[bytes[at]!] === NOT_BASE64) return false;
  const isFirstWide = (digitAt(bytes, start + 1) & 15) === 0 && digitAt(bytes, start + 2) < 4;
  return (
    isFirstWide &&
    digitAt(bytes, start + 4) === 0 &&
    digitAt(bytes, start + 5) < 16 &&
    (digitAt(bytes, start + 6) & 3) === 0 &&
    digitAt(bytes, start + 7) === 0
  );
}

const digitAt = (bytes: Uint8Array, at: number): number => DIGITS[bytes[at]!]!;

function isPrefix(bytes: Uint8Array, start: number): boolean {
  for (let at = 0; at < PREFIX.length; at++) if (bytes[start + at] !== PREFIX.charCodeAt(at)) return false;
  return true;
}

/** Closed by the first byte that is none of a text, which comes soon in what is no base64. */
class TextProbe {
  hasBlank = false;
  private isOpen = true;
  private alphabet: Uint8Array = DIGITS;
  private bits = 0;
  private digits = 0;
  private awaited = 0;

  read(alphabet: Uint8Array, bytes: Uint8Array, start: number, end: number): void {
    this.alphabet = alphabet;
    this.isOpen = true;
    this.hasBlank = false;
    this.bits = 0;
    this.digits = 0;
    this.awaited = 0;
    for (let at = start; at < end && this.isOpen; at++) this.take(bytes[at]!);
  }

  /** A short text was examined completely. */
  mayBeText(isWhole: boolean): boolean {
    return this.digits === FIRST_DIGITS || (isWhole && this.isOpen && this.digits >= MIN_DIGITS);
  }

  private take(byte: number): void {
    const digit = this.alphabet[byte]!;
    if (digit === NOT_BASE64) {
      if (byte === BLANK) this.hasBlank = true;
      return;
    }
    this.bits = ((this.bits << 6) | digit) & 0xffffff;
    const position = this.digits % 4;
    if (position > 0 && !this.isOfText((this.bits >> (6 - position * 2)) & 0xff)) this.isOpen = false;
    else if (++this.digits === FIRST_DIGITS) this.isOpen = false;
  }

  private isOfText(byte: number): boolean {
    const following = bytesThatFollow(byte);
    if (this.awaited > 0) {
      this.awaited--;
      return following === CONTINUES;
    }
    this.awaited = following;
    return following >= 0;
  }
}

/** Reused, since every value of a document is looked at: what is read is used before the next reading. */
const probe = new TextProbe();

/**
 * The text of a value that is base64 throughout, in either alphabet, with or without padding and line ends, or as a
 * `data:` URL. `null`: it is not, or contains no text; images and random numbers are recognised by their first bytes.
 */
export function* base64Text(value: ByteString, budget: ReadingBudget): Pausable<ByteString | null> {
  if (lookAtBeginning(value, mayBeWideBase64)) return yield* decodeText(value, DIGITS, budget, true);
  if (!lookAtBeginning(value, mayBeBase64)) return null;
  const prefix = DATA_URL.exec(value.slice(0, MAX_PREFIX));
  const coded = prefix === null ? value : value.slice(prefix[0].length);
  const text = yield* decodeText(coded, DIGITS, budget);
  return text !== null || !coded.includes(' ')
    ? text
    : yield* decodeText(coded, BASE64_VALUE_WITH_BLANKS, budget);
}

function* decodeText(
  value: ByteString,
  alphabet: Uint8Array,
  budget: ReadingBudget,
  isWide = false,
): Pausable<ByteString | null> {
  const decoder = new Base64Decoder(value, alphabet, isWide);
  const text = yield* decodeAll(decoder, value.length, budget);
  if (!decoder.isText || (decoder.isShort && !SIGN.test(text))) return null;
  return text.length < ASCII_UP_TO && NOT_ASCII.test(text) ? null : text;
}

/** Gives up where what comes is no text. */
class Base64Decoder implements PiecewiseDecoder {
  isOver = false;
  private readonly value: ByteString;
  private readonly digits: Base64Digits;
  private readonly out: Uint8Array;
  private readonly meter = new TextMeter();
  private readonly isWide: boolean;
  private at = 0;
  private used = 0;

  constructor(value: ByteString, alphabet: Uint8Array, isWide: boolean) {
    this.value = value;
    this.digits = new Base64Digits(alphabet);
    this.isWide = isWide;
    this.out = new Uint8Array(bytesOfDigits(value.length));
  }

  get isText(): boolean {
    return !this.isOver && this.digits.count >= MIN_DIGITS && this.meter.odd <= this.used / BYTES_PER_ODD;
  }

  get isShort(): boolean {
    return this.digits.count < FIRST_DIGITS;
  }

  advance(until: number): void {
    const limit = Math.min(until, this.value.length);
    while (this.at < limit && !this.isOver) {
      const end = Math.min(this.at + PIECE, limit);
      const length = this.digits.decode(this.value, this.at, end, piece, 0);
      this.at = end;
      this.take(length);
    }
  }

  result(): ByteString {
    return this.isOver ? '' : bytesToLatin1(this.out, 0, this.used);
  }

  /** Number of bytes of the piece. */
  private take(length: number): void {
    const { meter, out } = this;
    for (let at = 0; at < length; at++) {
      const byte = piece[at]!;
      // In UTF-16 only ASCII characters matter.
      if (this.isWide && byte === 0) continue;
      out[this.used++] = byte;
      meter.take(byte);
      if (meter.odd <= 1 + this.used / BYTES_PER_ODD) continue;
      this.isOver = true;
      return;
    }
  }
}
