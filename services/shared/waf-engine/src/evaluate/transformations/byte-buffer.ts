/**
 * The scratch bytes in which transformations build their results.
 *
 * A transformation that changes something writes byte after byte here and makes one string at the end. That is about half
 * as fast again as appending to a string, which V8 keeps as a tree of pieces until somebody reads it. Sharing one buffer
 * is safe because transformations are synchronous and never call one another while they hold it.
 */

import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';

/** What stays allocated between calls; a larger value gets a buffer of its own, so a single upload cannot pin memory. */
const KEPT_BYTES = 64 * 1024;
/** `String.fromCharCode` takes its bytes as arguments, and the number of arguments of a call is limited. */
const BYTES_PER_CALL = 8 * 1024;

const kept = new Uint8Array(KEPT_BYTES);

/** A buffer of at least `length` bytes. Its content is arbitrary; it is valid until the next call. */
export function reserve(length: number): Uint8Array {
  return length <= KEPT_BYTES ? kept : new Uint8Array(length);
}

/** Copies bytes `from`…`to` (exclusive) of a value to position `at`. Returns the position after the last byte. */
export function copyInto(
  buffer: Uint8Array,
  at: number,
  value: ByteString,
  from: number,
  to: number,
): number {
  let position = at;
  for (let index = from; index < to; index++) buffer[position++] = value.charCodeAt(index);
  return position;
}

export function bytesToString(buffer: Uint8Array, length: number): ByteString {
  const bytes = buffer.subarray(0, length);
  // In one piece: of a text that is put together V8 would have to make one before anybody could read it.
  return length <= BYTES_PER_CALL ? fromBytes(bytes) : bytesToLatin1(bytes);
}

/** The buffer's first `length` bytes as a string; `value` itself where they are equal to it. */
export function resultOf(value: ByteString, buffer: Uint8Array, length: number): ByteString {
  if (length === value.length) {
    let index = 0;
    while (index < length && buffer[index] === value.charCodeAt(index)) index++;
    if (index === length) return value;
  }
  return bytesToString(buffer, length);
}

function fromBytes(bytes: Uint8Array): ByteString {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
