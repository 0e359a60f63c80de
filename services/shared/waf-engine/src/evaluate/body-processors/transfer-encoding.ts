import { Latin1Buffer } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
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

const BARE_RETURN = /=\r(?!\n)/g;

/** The same of quoted-printable to readers to whom a return by itself ends a line (Undertow); `null`: there is none. */
export function* decodeTransferOverReturns(
  coding: ByteString,
  content: ByteString,
  budget: ReadingBudget,
): Pausable<ByteString | null> {
  if (!/^[\s"']*quoted-printable/i.test(coding) || content.search(BARE_RETURN) < 0) return null;
  return yield* decodeTransfer(coding, content.replace(BARE_RETURN, ''), budget);
}

const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
const LINE_FEED = 0x0a;
const NO_HEX_DIGIT = 16;

/** Of quoted-printable, in its first pass: `=` at the end of a line, and the line's end. */
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

  /** Where the next line begins, if nothing but blanks stands before its end; else -1. */
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
