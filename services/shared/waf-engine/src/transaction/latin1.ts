import type { ByteString } from '../api.ts';

interface HostBuffer {
  from(buffer: ArrayBufferLike, offset: number, length: number): { latin1Slice?(): string };
}

/** Node's decoder when the host has one (about ten times faster); the package itself needs no Node API. */
const hostBuffer = (globalThis as { Buffer?: HostBuffer }).Buffer;
const PIECE = 0x2000;

/** Bytes as a byte string. `TextDecoder('latin1')` will not do: it means windows-1252, which moves 0x80–0x9f. */
export function bytesToLatin1(bytes: Uint8Array): ByteString {
  const fast = hostBuffer?.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).latin1Slice?.();
  if (fast !== undefined) return fast;
  let out = '';
  for (let start = 0; start < bytes.length; start += PIECE) {
    out += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  }
  return out;
}
