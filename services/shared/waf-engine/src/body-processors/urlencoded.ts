import type { ByteString } from '../api.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
import type { ByteArena } from '../variables/byte-arena.ts';
import { NO_CONTAINER, PackedArguments } from '../variables/packed-arguments.ts';
import { percentDecode } from './percent-decoding.ts';
import type { BodySink, BodySource } from './types.ts';

/**
 * `a=1&b=2`, decoded as ModSecurity does: `+` is a blank, broken percent escapes stay as they are and raise
 * URLENCODED_ERROR. For query strings; bodies go the way of {@link packUrlEncoded}.
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

/** The same from bytes to bytes: what there is nothing to decode in is pointed at where it stands. */
export function packUrlEncoded(body: BodySource, separator: string, sink: BodySink): void {
  if (body.length === 0) return;
  const arena = body.bytes();
  const found = PackedArguments.take(arena);
  const end = body.length;
  // Nothing gets longer by being decoded, so the array stays the same.
  arena.reserve(end);
  const { bytes } = arena;
  const between = separator.charCodeAt(0);
  let left = sink.argumentsLeft();
  let broken = false;
  /** Decodes a piece that needs it, and tells where it then ends; it begins where the arena ended before. */
  const decoded = (start: number, pieceEnd: number): number => {
    broken = decodeBehind(arena, start, pieceEnd) || broken;
    return arena.used;
  };
  let start = 0;
  for (; start < end && left > 0; left--) {
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
        keyStart = arena.used;
        keyEnd = decoded(start, at);
      }
      pieceStart = at + 1;
      isCoded = false;
    }
    let pieceEnd = at;
    if (isCoded) {
      const from = pieceStart;
      pieceStart = arena.used;
      pieceEnd = decoded(from, at);
    }
    if (keyEnd < 0) found.add(NO_CONTAINER, pieceStart, pieceEnd, pieceEnd, pieceEnd);
    else found.add(NO_CONTAINER, keyStart, keyEnd, pieceStart, pieceEnd);
    start = at + 1;
  }
  if (start < end) sink.limitExceeded('arguments');
  if (broken) sink.urlEncodedError();
  sink.packedArguments(found);
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
