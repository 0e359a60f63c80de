import { Latin1Buffer } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { alone, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { LenientBase64 } from '../transformations/base64-decode-ext.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
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
      return yield* decodeAll(
        new LenientBase64(content, new Uint8Array(content.length)),
        content.length,
        budget,
      );
    case 'quoted-printable': {
      const joined = yield* decodeAll(new SoftBreaks(content), content.length, budget);
      return yield* decodeAll(new Escapes(joined), joined.length, budget);
    }
    default:
      return null;
  }
}

/** What readers of quoted-printable do not agree on. */
const ODD_EQUALS = /==|=\r(?!\n)/;

/** The same of quoted-printable as single readers take it; nearly always none. */
export function* furtherDecoded(
  coding: ByteString,
  content: ByteString,
  budget: ReadingBudget,
): Pausable<ByteString[]> {
  const found: ByteString[] = [];
  if (!/^[\s"']*quoted-printable/i.test(coding)) return found;
  if (!(yield* alone(budget, content.length, () => ODD_EQUALS.test(content)))) return found;
  for (const reader of ['Undertow', 'Python'] as const) {
    const joined = yield* decodeAll(new SoftBreaks(content, reader), content.length, budget);
    found.push(yield* decodeAll(new Escapes(joined), joined.length, budget));
  }
  return found;
}

const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
const LINE_FEED = 0x0a;
const NO_HEX_DIGIT = 16;

/** `=` for two of it, so that the second pass takes it for none. */
const WRITTEN_EQUALS = [EQUALS, 0x33, 0x44];

/**
 * Of quoted-printable, in its first pass: `=` at the end of a line, and the line's end. To Undertow a return by itself ends a
 * line; Python leaves out what is behind one, up to the line's end, and takes two of `=` for one.
 */
class SoftBreaks implements PiecewiseDecoder {
  private readonly text: ByteString;
  private readonly reader: 'Undertow' | 'Python' | null;
  private readonly out: Latin1Buffer;
  private at = 0;
  private length = 0;

  constructor(text: ByteString, reader: 'Undertow' | 'Python' | null = null) {
    this.text = text;
    this.reader = reader;
    // Two bytes may become three.
    this.out = new Latin1Buffer(reader === 'Python' ? Math.ceil(text.length * 1.5) : text.length);
  }

  advance(until: number): void {
    const text = this.text;
    const { bytes } = this.out;
    const end = Math.min(until, text.length);
    while (this.at < end) {
      const byte = text.charCodeAt(this.at);
      if (byte === EQUALS && this.reader === 'Python' && text.charCodeAt(this.at + 1) === EQUALS) {
        for (const written of WRITTEN_EQUALS) bytes[this.length++] = written;
        this.at += 2;
        continue;
      }
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

  /** Where the next line begins, if nothing but blanks stands before its end; else -1. */
  private pastBreak(from: number): number {
    const text = this.text;
    let at = from;
    if (this.reader !== null && text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) !== LINE_FEED) {
      if (this.reader === 'Undertow') return at + 1;
      const lineFeed = text.indexOf('\n', at);
      return lineFeed < 0 ? text.length : lineFeed + 1;
    }
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
      let byte = text.charCodeAt(this.at++);
      if (byte === EQUALS && this.at + 1 < text.length) {
        const high = HEX_VALUE[text.charCodeAt(this.at)]!;
        const low = HEX_VALUE[text.charCodeAt(this.at + 1)]!;
        if (high < NO_HEX_DIGIT && low < NO_HEX_DIGIT) {
          byte = high * 16 + low;
          this.at += 2;
        }
      }
      bytes[this.length++] = byte;
    }
  }

  result(): ByteString {
    return this.out.read(0, this.length);
  }
}
