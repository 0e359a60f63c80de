import { indexOfByte } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { ByteArena } from '../../model/byte-arena.ts';
import { NO_CONTAINER, PackedArguments } from '../../model/packed-arguments.ts';
import {
  inSlices,
  type Pausable,
  type ReadingBudget,
  type Resumable,
  STEPS_PER_ITEM,
  STEPS_PER_READ_BYTE,
} from '../../model/pausable.ts';
import { byteSet, HEX_VALUE } from '../transformations/byte-classes.ts';
import { SIGNS } from './equal-names.ts';
import { percentDecode } from './percent-decoding.ts';
import type { BodyProcessor, BodySink, BodySource } from './types.ts';

/**
 * `a=1&b=2`, decoded as ModSecurity does: `+` is a blank, broken percent escapes stay as they are and raise
 * URLENCODED_ERROR. For query strings; bodies go the way of {@link urlEncodedProcessor}.
 */
export function parseUrlEncoded(text: ByteString, separator: string, sink: BodySink): void {
  const onBroken = () => sink.urlEncodedError();
  let start = 0;
  let equals = -1;
  // An empty piece between two separators is an argument without name; nothing after the last separator is none.
  while (start < text.length) {
    let end = text.indexOf(separator, start);
    if (end < 0) end = text.length;
    if (equals < start) {
      equals = text.indexOf('=', start);
      if (equals < 0) equals = text.length;
    }
    sink.budget.steps += (end + 1 - start) * STEPS_PER_READ_BYTE + STEPS_PER_ITEM;
    const keyEnd = Math.min(equals, end);
    const key = percentDecode(text.slice(start, keyEnd), true, onBroken);
    const value = keyEnd === end ? '' : percentDecode(text.slice(keyEnd + 1, end), true, onBroken);
    if (!sink.argument(key, value)) return;
    start = end + 1;
  }
}

const PLUS = 0x2b;
const PERCENT = 0x25;
const EQUALS = 0x3d;
const SPACE = 0x20;
const MINUS = 0x2d;
const LINE_FEED = 0x0a;
const NO_HEX_DIGIT = 16;
/** Maximum bytes of one argument that are read without a pause. */
const CHUNK_BYTES = 4 * 1024;
const TOO_LONG = -1;

const IS_SIGN = byteSet(SIGNS);
/** Begin characters that have more than a byte in UTF-16, unescaped: browsers escape them. */
const FIRST_WIDE = 0xc4;
const WIDE_LEADS = Array.from({ length: 0xf5 - FIRST_WIDE }, (_, index) =>
  String.fromCharCode(FIRST_WIDE + index),
).join('');
/** Bytes with a special meaning in a form, and signs; nearly all others are skipped by one look-up. */
const IS_SPECIAL = byteSet(SIGNS, '+%=&-\n', WIDE_LEADS);

/** The same for bodies, from bytes to bytes: what there is nothing to decode in is pointed at where it stands. */
export const urlEncodedProcessor: BodyProcessor = function* ({ body, limits }, sink) {
  if (body.length === 0) return null;
  const reader = new UrlEncodedReader(body, limits.argumentSeparator, sink.argumentsLeft());
  yield* inSlices(reader, sink.budget);
  if (reader.isCutShort) sink.limitExceeded('arguments');
  if (reader.isBroken) sink.urlEncodedError();
  reader.tellLook();
  sink.packedArguments(reader.found);
  return null;
};

class UrlEncodedReader implements Resumable {
  readonly found: PackedArguments;
  isBroken = false;
  private readonly arena: ByteArena;
  private readonly between: number;
  private readonly end: number;
  private argumentsLeft: number;
  private at = 0;
  private hasSigns = false;
  private hasBareNames = false;
  private hasWide = false;
  private hasLines = false;
  /** {@link IS_SPECIAL}, with what stands between arguments here. */
  private readonly isSpecial: Uint8Array;
  /** A long argument that has been begun. */
  private long: Pausable<number> | null = null;

  constructor(body: BodySource, separator: string, argumentsLeft: number) {
    this.arena = body.bytes();
    this.end = body.length;
    // Nothing gets longer by being decoded, so the array stays the same.
    this.arena.reserve(this.end);
    this.found = PackedArguments.take(this.arena);
    this.found.isForm = separator === '&';
    this.between = separator.charCodeAt(0);
    this.argumentsLeft = argumentsLeft;
    this.isSpecial = this.found.isForm ? IS_SPECIAL : byteSet(SIGNS, `+%=-\n${separator}`, WIDE_LEADS);
  }

  /** Only of what was read to its end, and as servers read it. */
  tellLook(): void {
    const { hasSigns, hasBareNames, hasWide, hasLines } = this;
    if (this.found.isForm && !this.isCutShort)
      this.found.formLook = { hasSigns, hasBareNames, hasWide, hasLines };
  }

  /** There was no room for the rest. */
  get isCutShort(): boolean {
    return this.at < this.end;
  }

  resume(budget: ReadingBudget): boolean {
    for (; this.at < this.end && this.argumentsLeft > 0; this.argumentsLeft--) {
      if (budget.isSliceOver) return false;
      let next = this.long === null ? this.argument(this.at) : TOO_LONG;
      if (next === TOO_LONG) {
        this.long ??= this.longArgument(this.at, budget);
        const { done, value } = this.long.next();
        if (done !== true) return false;
        this.long = null;
        next = value;
      } else budget.steps += (next - this.at) * STEPS_PER_READ_BYTE;
      budget.steps += STEPS_PER_ITEM;
      this.at = next;
    }
    return true;
  }

  /** Adds the argument that begins here, and returns the position of the next. {@link TOO_LONG}: nothing was done. */
  private argument(start: number): number {
    const { bytes, used } = this.arena;
    const end = Math.min(this.end, start + CHUNK_BYTES);
    const { between, isSpecial } = this;
    let keyStart = start;
    let keyEnd = -1;
    let pieceStart = start;
    let isCoded = false;
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (isSpecial[byte] === 0) continue;
      if (byte === between) break;
      if (byte === PLUS || byte === PERCENT) isCoded = true;
      else if (byte >= FIRST_WIDE) this.hasWide = true;
      else if (byte === LINE_FEED) this.hasLines = true;
      else if (IS_SIGN[byte] === 1 || (byte === MINUS && bytes[at + 1] === MINUS)) this.hasSigns = true;
      if (byte !== EQUALS || keyEnd >= 0) continue;
      keyEnd = at;
      if (isCoded) {
        keyStart = this.arena.used;
        keyEnd = this.decoded(start, at);
      }
      pieceStart = at + 1;
      isCoded = false;
    }
    if (at === end && end < this.end) {
      this.arena.used = used;
      return TOO_LONG;
    }
    let pieceEnd = at;
    if (isCoded) {
      const from = pieceStart;
      pieceStart = this.arena.used;
      pieceEnd = this.decoded(from, at);
    }
    if (keyEnd < 0) {
      this.hasBareNames = true;
      this.found.add(NO_CONTAINER, pieceStart, pieceEnd, pieceEnd, pieceEnd);
    } else this.found.add(NO_CONTAINER, keyStart, keyEnd, pieceStart, pieceEnd);
    return at + 1;
  }

  /** As {@link argument}, with pauses. */
  private *longArgument(start: number, budget: ReadingBudget): Pausable<number> {
    this.hasSigns = true;
    this.hasBareNames = true;
    this.hasWide = true;
    this.hasLines = true;
    const { bytes } = this.arena;
    const end = indexOfByte(bytes, this.between, start, this.end);
    const keyEnd = indexOfByte(bytes, EQUALS, start, end);
    const [nameStart, nameEnd] = yield* this.longPiece(start, keyEnd, budget);
    if (keyEnd === end) this.found.add(NO_CONTAINER, nameStart, nameEnd, nameEnd, nameEnd);
    else {
      const [valueStart, valueEnd] = yield* this.longPiece(keyEnd + 1, end, budget);
      this.found.add(NO_CONTAINER, nameStart, nameEnd, valueStart, valueEnd);
    }
    return end + 1;
  }

  /** Position of a decoded piece. */
  private *longPiece(
    start: number,
    end: number,
    budget: ReadingBudget,
  ): Pausable<readonly [start: number, end: number]> {
    const { arena } = this;
    const isCoded = [PLUS, PERCENT].some((byte) => indexOfByte(arena.bytes, byte, start, end) < end);
    budget.steps += (end - start) >> 4;
    if (!isCoded) return [start, end];
    const first = arena.used;
    for (let from = start; from < end; ) {
      if (budget.isSliceOver) yield;
      const next = this.decode(from, Math.min(end, from + CHUNK_BYTES), end);
      budget.steps += (next - from) * STEPS_PER_READ_BYTE;
      from = next;
    }
    return [first, arena.used];
  }

  /** Decodes a piece that needs it, and returns its end; it begins at the former end of the arena. */
  private decoded(start: number, end: number): number {
    this.decode(start, end, end);
    return this.arena.used;
  }

  /** Writes what a piece means behind everything else, up to `until`, or to the end of an escape there. Where it has come to. */
  private decode(start: number, until: number, end: number): number {
    const { arena } = this;
    const { bytes } = arena;
    let target = arena.used;
    let at = start;
    for (; at < until; at++) {
      let byte = bytes[at]!;
      if (byte === PLUS) byte = SPACE;
      else if (byte === PERCENT) {
        const high = at + 1 < end ? HEX_VALUE[bytes[at + 1]!]! : NO_HEX_DIGIT;
        const low = at + 2 < end ? HEX_VALUE[bytes[at + 2]!]! : NO_HEX_DIGIT;
        if (high < NO_HEX_DIGIT && low < NO_HEX_DIGIT) {
          byte = high * 16 + low;
          at += 2;
          if (IS_SIGN[byte] === 1) this.hasSigns = true;
          else if (byte === LINE_FEED) this.hasLines = true;
        } else this.isBroken = true;
      }
      bytes[target++] = byte;
    }
    arena.used = target;
    return at;
  }
}
