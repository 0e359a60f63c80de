import { Latin1Buffer } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { alone, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { BASE64_VALUE, BASE64_VALUE_OF_BOTH } from '../transformations/base64-alphabet.ts';
import { Base64Digits } from '../transformations/base64-digits.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
import { Base64InChunks } from './base64-in-chunks.ts';
import { decodeAll, type PiecewiseDecoder } from './piecewise.ts';

/**
 * A part's content without its Content-Transfer-Encoding (RFC 2045, section 6). RFC 7578 has done away with it in forms,
 * yet parsers of mail and several frameworks still undo it. `null`: there is nothing to undo.
 */
export function* decodeTransfer(
  coding: ByteString,
  content: ByteString,
  budget: ReadingBudget,
): Pausable<ByteString | null> {
  switch (
    coding
      .trim()
      .replace(/^["']|["']$/g, '')
      .toLowerCase()
  ) {
    case 'base64':
      return yield* decodeAll(new Base64(content, BASE64_VALUE_OF_BOTH), content.length, budget);
    case 'quoted-printable': {
      const joined = yield* decodeAll(new SoftBreaks(content), content.length, budget);
      return yield* decodeAll(new Escapes(joined), joined.length, budget);
    }
    default:
      return null;
  }
}

/** What readers of quoted-printable do not agree on. */
const ODD_EQUALS = /=(?![0-9A-F]{2})/i;
/** To Python, which makes one pass of it, another way than to most. */
const ODD_TO_PYTHON = /=(?!\r?\n|[0-9A-F]{2})/i;

/**
 * The same as single readers take it; nearly always none.
 * @param boundary with the line end and the hyphens in front, of the part that has this content
 */
export function* furtherDecoded(
  coding: ByteString,
  content: ByteString,
  budget: ReadingBudget,
  boundary: ByteString = '',
): Pausable<ByteString[]> {
  const found: ByteString[] = [];
  if (/^[\s"']*base64/i.test(coding)) return yield* furtherBase64(content, boundary, budget);
  if (!/^[\s"']*quoted-printable/i.test(coding)) return found;
  if (!(yield* alone(budget, content.length, () => ODD_EQUALS.test(content)))) return found;
  found.push(yield* decodeAll(new DigitsOfAnyKind(content), content.length, budget));
  if (!(yield* alone(budget, content.length, () => ODD_TO_PYTHON.test(content)))) return found;
  found.push(yield* decodeAll(new EscapesOfPython(content), content.length, budget));
  return found;
}

class Base64 implements PiecewiseDecoder {
  private readonly text: ByteString;
  private readonly digits: Base64Digits;
  private readonly out: Latin1Buffer;
  private at = 0;
  private length = 0;

  constructor(text: ByteString, alphabet: Uint8Array) {
    this.text = text;
    this.digits = new Base64Digits(alphabet);
    this.out = new Latin1Buffer(text.length);
  }

  advance(until: number): void {
    const end = Math.min(until, this.text.length);
    this.length = this.digits.decode(this.text, this.at, end, this.out.bytes, this.length);
    this.at = end;
  }

  result(): ByteString {
    return this.out.read(0, this.length);
  }
}

function* furtherBase64(
  content: ByteString,
  boundary: ByteString,
  budget: ReadingBudget,
): Pausable<ByteString[]> {
  const found: ByteString[] = [];
  // To others than Node and Go the signs of the other alphabet are no digits.
  if (/[-_]/.test(content))
    found.push(yield* decodeAll(new Base64(content, BASE64_VALUE), content.length, budget));
  const isInChunks =
    content.length % 4 > 0 ||
    (boundary !== '' && (yield* alone(budget, content.length, () => content.includes('\r'))));
  if (isInChunks) found.push(yield* decodeAll(new Base64InChunks(content, boundary), content.length, budget));
  return found;
}

const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
const LINE_FEED = 0x0a;
const NO_HEX_DIGIT = 16;

/** First pass of quoted-printable: `=` at the end of a line, and the line end. */
class SoftBreaks implements PiecewiseDecoder {
  private readonly text: ByteString;
  private readonly out: Latin1Buffer;
  private at = 0;
  private length = 0;

  constructor(text: ByteString) {
    this.text = text;
    this.out = new Latin1Buffer(text.length);
  }

  advance(until: number): void {
    const text = this.text;
    const { bytes } = this.out;
    const end = Math.min(until, text.length);
    while (this.at < end) {
      const byte = text.charCodeAt(this.at);
      const next = byte === EQUALS ? this.pastBreak(this.at + 1) : -1;
      if (next >= 0) this.at = next;
      else {
        bytes[this.length++] = byte;
        this.at++;
      }
    }
  }

  result(): ByteString {
    return this.out.read(0, this.length);
  }

  /** Start of the next line, if only blanks precede the line end; else -1. */
  private pastBreak(from: number): number {
    const text = this.text;
    let at = from;
    while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at++;
    if (text.charCodeAt(at) === RETURN) at++;
    return text.charCodeAt(at) === LINE_FEED ? at + 1 : -1;
  }
}

/** In its second pass: `=41`. */
class Escapes implements PiecewiseDecoder {
  private readonly text: ByteString;
  private readonly out: Latin1Buffer;
  private at = 0;
  private length = 0;

  constructor(text: ByteString) {
    this.text = text;
    this.out = new Latin1Buffer(text.length);
  }

  advance(until: number): void {
    const text = this.text;
    const { bytes } = this.out;
    const end = Math.min(until, text.length);
    while (this.at < end) {
      const byte = text.charCodeAt(this.at++);
      const code = byte === EQUALS ? escapeAt(text, this.at) : -1;
      bytes[this.length++] = code < 0 ? byte : code;
      if (code >= 0) this.at += 2;
    }
  }

  result(): ByteString {
    return this.out.read(0, this.length);
  }
}

/**
 * Both passes at once as Python does them: a line ends behind `=` at once or not at all, what follows a return by itself is left
 * out up to the line's end, and two of `=` are one.
 */
class EscapesOfPython implements PiecewiseDecoder {
  private readonly text: ByteString;
  private readonly out: Latin1Buffer;
  private at = 0;
  private length = 0;

  constructor(text: ByteString) {
    this.text = text;
    this.out = new Latin1Buffer(text.length);
  }

  advance(until: number): void {
    const text = this.text;
    const { bytes } = this.out;
    const end = Math.min(until, text.length);
    while (this.at < end) {
      const byte = text.charCodeAt(this.at++);
      if (byte !== EQUALS) {
        bytes[this.length++] = byte;
        continue;
      }
      const next = text.charCodeAt(this.at);
      if (next === RETURN || next === LINE_FEED) {
        const lineFeed = text.indexOf('\n', this.at);
        this.at = lineFeed < 0 ? text.length : lineFeed + 1;
        continue;
      }
      const code = escapeAt(text, this.at);
      bytes[this.length++] = code < 0 ? EQUALS : code;
      if (code >= 0) this.at += 2;
      else if (next === EQUALS) this.at++;
    }
  }

  result(): ByteString {
    return this.out.read(0, this.length);
  }
}

/** The byte encoded by two digits here; -1: they are not digits. */
function escapeAt(text: ByteString, at: number): number {
  if (at + 1 >= text.length) return -1;
  const high = HEX_VALUE[text.charCodeAt(at)]!;
  const low = HEX_VALUE[text.charCodeAt(at + 1)]!;
  return high < NO_HEX_DIGIT && low < NO_HEX_DIGIT ? high * 16 + low : -1;
}

/**
 * Both passes at once as Undertow does them: of a line's end one sign is left out, and what is no digit counts as -1, so that
 * `=3!` is a slash.
 */
class DigitsOfAnyKind implements PiecewiseDecoder {
  private readonly text: ByteString;
  private readonly out: Latin1Buffer;
  private at = 0;
  private length = 0;
  private isEscape = false;
  /** First digit of an escape; 0: not received yet. */
  private first = 0;

  constructor(text: ByteString) {
    this.text = text;
    this.out = new Latin1Buffer(text.length);
  }

  advance(until: number): void {
    const { bytes } = this.out;
    const end = Math.min(until, this.text.length);
    for (; this.at < end; this.at++) {
      const byte = this.text.charCodeAt(this.at);
      if (!this.isEscape) {
        if (byte === EQUALS) this.isEscape = true;
        else bytes[this.length++] = byte;
      } else if (this.first === 0) {
        if (byte === RETURN || byte === LINE_FEED) this.isEscape = false;
        else this.first = byte;
      } else {
        bytes[this.length++] = digit(this.first) * 16 + digit(byte);
        this.isEscape = false;
        this.first = 0;
      }
    }
  }

  result(): ByteString {
    return this.out.read(0, this.length);
  }
}

const digit = (byte: number): number => {
  const value = HEX_VALUE[byte]!;
  return value < NO_HEX_DIGIT ? value : -1;
};
