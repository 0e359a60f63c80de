/** What transformations that treat each byte alone have in common. */
import type { ByteString } from '../../model/api.ts';
import { bytesToString, copyInto, reserve } from './byte-buffer.ts';
import { indexOfAny } from './byte-classes.ts';

/** Replaces each byte by `map[byte]`; `changed` has 1 for the bytes that the map changes. */
export function mapBytes(value: ByteString, map: Uint8Array, changed: Uint8Array): ByteString {
  const first = indexOfAny(value, changed);
  if (first === value.length) return value;
  const buffer = reserve(value.length);
  copyInto(buffer, 0, value, 0, first);
  for (let index = first; index < value.length; index++) buffer[index] = map[value.charCodeAt(index)]!;
  return bytesToString(buffer, value.length);
}

/** Leaves out each byte that is in `set`. */
export function removeBytes(value: ByteString, set: Uint8Array): ByteString {
  const first = indexOfAny(value, set);
  if (first === value.length) return value;
  const buffer = reserve(value.length);
  let length = copyInto(buffer, 0, value, 0, first);
  for (let index = first + 1; index < value.length; index++) {
    const byte = value.charCodeAt(index);
    if (set[byte] === 0) buffer[length++] = byte;
  }
  return bytesToString(buffer, length);
}

/** A table that maps every byte to itself but for what `change` says. */
export function byteMap(change: (byte: number) => number): Uint8Array {
  return new Uint8Array(256).map((_, byte) => change(byte));
}
