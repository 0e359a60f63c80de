import type { ByteString } from '../api.ts';
import { Latin1Buffer } from '../latin1.ts';
import { LenientBase64 } from '../transformations/base64-decode-ext.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
import type { Pausable, ReadingBudget } from './pausable.ts';

/** After so many bytes there is a pause, if the slice is over then. */
const PIECE = 32 * 1024;
/** What a byte costs, in steps of a matcher. */
const STEPS_PER_BYTE = 2;

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

/** Goes through a text piece by piece, and keeps what comes of it. */
interface PiecewiseDecoder {
  /** To be called with positions that grow, the last at or beyond the end. */
  advance(until: number): void;
  result(): ByteString;
}

function* decodeAll(decoder: PiecewiseDecoder, length: number, budget: ReadingBudget): Pausable<ByteString> {
  for (let until = PIECE; ; until += PIECE) {
    decoder.advance(until);
    budget.steps += PIECE * STEPS_PER_BYTE;
    if (until >= length) return decoder.result();
    if (budget.isSliceOver) yield;
  }
}

const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
const LINE_FEED = 0x0a;
const NO_HEX_DIGIT = 16;

/** Of quoted-printable, in its first pass: `=` at the end of a line, and the line's end. */
class SoftBreaks implements PiecewiseDecoder {
  readonly #text: ByteString;
  readonly #out: Latin1Buffer;
  #at = 0;
  #length = 0;

  constructor(text: ByteString) {
    this.#text = text;
    this.#out = new Latin1Buffer(text.length);
  }

  advance(until: number): void {
    const text = this.#text;
    const { bytes } = this.#out;
    const end = Math.min(until, text.length);
    while (this.#at < end) {
      const byte = text.charCodeAt(this.#at);
      const next = byte === EQUALS ? this.#pastBreak(this.#at + 1) : -1;
      if (next >= 0) this.#at = next;
      else {
        bytes[this.#length++] = byte;
        this.#at++;
      }
    }
  }

  result(): ByteString {
    return this.#out.read(0, this.#length);
  }

  /** Where the next line begins, if nothing but blanks stands before its end; else -1. */
  #pastBreak(from: number): number {
    const text = this.#text;
    let at = from;
    while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at++;
    if (text.charCodeAt(at) === RETURN) at++;
    return text.charCodeAt(at) === LINE_FEED ? at + 1 : -1;
  }
}

/** In its second pass: `=41`. */
class Escapes implements PiecewiseDecoder {
  readonly #text: ByteString;
  readonly #out: Latin1Buffer;
  #at = 0;
  #length = 0;

  constructor(text: ByteString) {
    this.#text = text;
    this.#out = new Latin1Buffer(text.length);
  }

  advance(until: number): void {
    const text = this.#text;
    const { bytes } = this.#out;
    const end = Math.min(until, text.length);
    while (this.#at < end) {
      let byte = text.charCodeAt(this.#at++);
      if (byte === EQUALS && this.#at + 1 < text.length) {
        const high = HEX_VALUE[text.charCodeAt(this.#at)]!;
        const low = HEX_VALUE[text.charCodeAt(this.#at + 1)]!;
        if (high < NO_HEX_DIGIT && low < NO_HEX_DIGIT) {
          byte = high * 16 + low;
          this.#at += 2;
        }
      }
      bytes[this.#length++] = byte;
    }
  }

  result(): ByteString {
    return this.#out.read(0, this.#length);
  }
}
