import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { decodeAll, type PiecewiseDecoder } from '../body-processors/piecewise.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
import { characterReference } from './character-references.ts';
import { NO_CHARACTER, type Written, writeUtf8 } from './written-characters.ts';

const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const PERCENT = 0x25;
const ZERO = 0x30;
const U = 0x75;
const X = 0x78;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const MAX_HEX_DIGITS = 8;
/** A text of JSON within one of JSON, some times over, has two, four or eight of them. */
const MAX_BACKSLASHES = 8;

/**
 * Decodes characters written as numbers or names, in one pass: `\u0027`, `\u{27}`, `\x27` and `\047` of JSON, scripts
 * and shells, `%u0027` of old servers, `&#39;`, `&#x27;` and `&apos;` of markup. Characters above ASCII become UTF-8.
 * `null`: there are none.
 */
export function* undoEscapes(text: ByteString, budget: ReadingBudget): Pausable<ByteString | null> {
  if (!mayHaveEscapes(text)) return null;
  const decoder = new Escapes(text);
  const undone = yield* decodeAll(decoder, text.length, budget);
  return decoder.hasFound ? undone : null;
}

/** Asked of every value, so that nearly all end here. */
export const mayHaveEscapes = (text: ByteString): boolean =>
  text.includes('\\') || text.includes('&') || text.includes('%u') || text.includes('%U');

class Escapes implements PiecewiseDecoder {
  hasFound = false;
  private readonly text: ByteString;
  private readonly out: Uint8Array;
  private at = 0;
  private used = 0;

  constructor(text: ByteString) {
    this.text = text;
    // An escape is never shorter than its character.
    this.out = new Uint8Array(text.length);
  }

  advance(until: number): void {
    const { text, out } = this;
    const end = Math.min(until, text.length);
    while (this.at < end) {
      const byte = text.charCodeAt(this.at);
      const written = writtenAt(text, this.at, byte);
      if (written === NO_CHARACTER) {
        out[this.used++] = byte;
        this.at++;
        continue;
      }
      this.hasFound = true;
      this.used = written.isByte ? this.writeByte(written.code) : writeUtf8(written.code, out, this.used);
      this.at += written.length;
    }
  }

  result(): ByteString {
    return bytesToLatin1(this.out, 0, this.used);
  }

  private writeByte(code: number): number {
    this.out[this.used] = code;
    return this.used + 1;
  }
}

function writtenAt(text: ByteString, at: number, byte: number): Written {
  switch (byte) {
    case BACKSLASH:
      return backslashEscape(text, at);
    case PERCENT:
      return (text.charCodeAt(at + 1) | 0x20) === U ? hexEscape(text, at, 4, false) : NO_CHARACTER;
    case AMPERSAND:
      return characterReference(text, at);
    default:
      return NO_CHARACTER;
  }
}

function backslashEscape(text: ByteString, at: number): Written {
  const next = text.charCodeAt(at + 1);
  if (next === BACKSLASH) return escapedEscape(text, at);
  if ((next | 0x20) === X) return hexEscape(text, at, 2, true);
  if ((next | 0x20) !== U) return octalEscape(text, at);
  if (text.charCodeAt(at + 2) === OPEN) return bracedEscape(text, at);
  const long = next === U ? NO_CHARACTER : hexEscape(text, at, MAX_HEX_DIGITS, false);
  return long === NO_CHARACTER ? hexEscape(text, at, 4, false) : long;
}

/** `\\\\u0027`: programs that decode several layers of escapes reach the character. */
function escapedEscape(text: ByteString, at: number): Written {
  let last = at + 1;
  while (last < at + MAX_BACKSLASHES && text.charCodeAt(last + 1) === BACKSLASH) last++;
  const next = text.charCodeAt(last + 1) | 0x20;
  if (next !== U && next !== X) return NO_CHARACTER;
  const written = backslashEscape(text, last);
  return written === NO_CHARACTER ? NO_CHARACTER : { ...written, length: written.length + last - at };
}

function hexEscape(text: ByteString, at: number, digits: number, isByte: boolean): Written {
  let code = 0;
  for (let index = at + 2; index < at + 2 + digits; index++) {
    const digit = HEX_VALUE[text.charCodeAt(index)] ?? 255;
    if (digit > 15) return NO_CHARACTER;
    code = code * 16 + digit;
  }
  return { code, length: 2 + digits, isByte };
}

/** `\u{27}`, with any number of zeros in front. */
function bracedEscape(text: ByteString, at: number): Written {
  let code = 0;
  let index = at + 3;
  for (; index < text.length && index <= at + 3 + MAX_HEX_DIGITS; index++) {
    const digit = HEX_VALUE[text.charCodeAt(index)]!;
    if (digit > 15) break;
    code = code * 16 + digit;
  }
  if (index === at + 3 || text.charCodeAt(index) !== CLOSE) return NO_CHARACTER;
  return { code, length: index + 1 - at, isByte: false };
}

/** All three digits: fewer are references to groups, or a NUL, in what people write. */
function octalEscape(text: ByteString, at: number): Written {
  let code = 0;
  for (let index = at + 1; index < at + 4; index++) {
    const digit = text.charCodeAt(index) - ZERO;
    if (!(digit >= 0 && digit <= 7)) return NO_CHARACTER;
    code = code * 8 + digit;
  }
  return code > 255 ? NO_CHARACTER : { code, length: 4, isByte: true };
}
