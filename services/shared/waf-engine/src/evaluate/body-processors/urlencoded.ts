import type { ByteString } from '../../model/api.ts';
import type { ByteArena } from '../../model/byte-arena.ts';
import { NO_CONTAINER, PackedArguments } from '../../model/packed-arguments.ts';
import {
  inSlices,
  type ReadingBudget,
  type Resumable,
  STEPS_PER_ITEM,
  STEPS_PER_READ_BYTE,
} from '../../model/pausable.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
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
const NO_HEX_DIGIT = 16;

/** The same for bodies, from bytes to bytes: what there is nothing to decode in is pointed at where it stands. */
export const urlEncodedProcessor: BodyProcessor = function* ({ body, limits }, sink) {
  if (body.length === 0) return null;
  const reader = new UrlEncodedReader(body, limits.argumentSeparator, sink.argumentsLeft());
  yield* inSlices(reader, sink.budget);
  if (reader.isCutShort) sink.limitExceeded('arguments');
  if (reader.isBroken) sink.urlEncodedError();
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

  constructor(body: BodySource, separator: string, argumentsLeft: number) {
    this.arena = body.bytes();
    this.end = body.length;
    // Nothing gets longer by being decoded, so the array stays the same.
    this.arena.reserve(this.end);
    this.found = PackedArguments.take(this.arena);
    this.found.isForm = separator === '&';
    this.between = separator.charCodeAt(0);
    this.argumentsLeft = argumentsLeft;
  }

  /** There was no room for the rest. */
  get isCutShort(): boolean {
    return this.at < this.end;
  }

  goOn(budget: ReadingBudget): boolean {
    for (; this.at < this.end && this.argumentsLeft > 0; this.argumentsLeft--) {
      if (budget.isSliceOver) return false;
      const next = this.argument(this.at);
      budget.steps += (next - this.at) * STEPS_PER_READ_BYTE + STEPS_PER_ITEM;
      this.at = next;
    }
    return true;
  }

  /** Adds the one that begins here, and tells where the next does. */
  private argument(start: number): number {
    const { bytes } = this.arena;
    const end = this.end;
    const between = this.between;
    let keyStart = start;
    let keyEnd = -1;
    let pieceStart = start;
    let isCoded = false;
    let at = start;
    for (; at < end && bytes[at] !== between; at++) {
      const byte = bytes[at]!;
      if (byte === PLUS || byte === PERCENT) isCoded = true;
      if (byte !== EQUALS || keyEnd >= 0) continue;
      keyEnd = at;
      if (isCoded) {
        keyStart = this.arena.used;
        keyEnd = this.decoded(start, at);
      }
      pieceStart = at + 1;
      isCoded = false;
    }
    let pieceEnd = at;
    if (isCoded) {
      const from = pieceStart;
      pieceStart = this.arena.used;
      pieceEnd = this.decoded(from, at);
    }
    if (keyEnd < 0) this.found.add(NO_CONTAINER, pieceStart, pieceEnd, pieceEnd, pieceEnd);
    else this.found.add(NO_CONTAINER, keyStart, keyEnd, pieceStart, pieceEnd);
    return at + 1;
  }

  /** Decodes a piece that needs it, and tells where it then ends; it begins where the arena ended before. */
  private decoded(start: number, end: number): number {
    this.isBroken = decodeBehind(this.arena, start, end) || this.isBroken;
    return this.arena.used;
  }
}

/** Writes what a piece means behind everything else; true if it has broken escapes, which stay as they are. */
function decodeBehind(arena: ByteArena, start: number, end: number): boolean {
  const { bytes } = arena;
  let broken = false;
  let target = arena.used;
  for (let at = start; at < end; at++) {
    let byte = bytes[at]!;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const high = at + 1 < end ? HEX_VALUE[bytes[at + 1]!]! : NO_HEX_DIGIT;
      const low = at + 2 < end ? HEX_VALUE[bytes[at + 2]!]! : NO_HEX_DIGIT;
      if (high < NO_HEX_DIGIT && low < NO_HEX_DIGIT) {
        byte = high * 16 + low;
        at += 2;
      } else broken = true;
    }
    bytes[target++] = byte;
  }
  arena.used = target;
  return broken;
}
