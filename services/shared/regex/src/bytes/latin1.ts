import type { ByteString } from './byte-string.ts';

interface HostBuffer extends Uint8Array {
  latin1Slice(start: number, end: number): string;
  latin1Write(text: string, offset: number, length: number): number;
  indexOf(byte: number): number;
}

interface HostBuffers {
  readonly prototype: HostBuffer;
  from(buffer: ArrayBufferLike, offset: number, length: number): HostBuffer;
}

/** Node's coder when the host has one (about ten times faster); the package itself needs no Node API. */
const host = (globalThis as unknown as { Buffer?: HostBuffers }).Buffer;
/** Takes any array of bytes: a Buffer made for each would be garbage of which long bodies make a hundred megabytes. */
const hostSlice = host?.prototype.latin1Slice;
const PIECE = 0x2000;
/** Below this a loop is quicker than leaving JavaScript. */
const SHORT = 16;

/** Bytes as a byte string. `TextDecoder('latin1')` will not do: it means windows-1252, which moves 0x80–0x9f. */
export function bytesToLatin1(bytes: Uint8Array, start = 0, end = bytes.length): ByteString {
  if (hostSlice !== undefined) return hostSlice.call(bytes as HostBuffer, start, end);
  let out = '';
  for (let from = start; from < end; from += PIECE) {
    out += String.fromCharCode(...bytes.subarray(from, Math.min(end, from + PIECE)));
  }
  return out;
}

/** Writes a byte string to the beginning of an array that has room for it. */
export function writeLatin1(text: ByteString, into: Uint8Array): void {
  const fast = text.length > SHORT ? host?.from(into.buffer, into.byteOffset, into.length) : undefined;
  if (fast !== undefined) fast.latin1Write(text, 0, text.length);
  else for (let index = 0; index < text.length; index++) into[index] = text.charCodeAt(index);
}

/** Where the byte first stands from `start` on; `end` where it does not stand before that. As quick as the host can. */
export function indexOfByte(bytes: Uint8Array, byte: number, start: number, end: number): number {
  const at =
    host === undefined
      ? bytes.subarray(start, end).indexOf(byte)
      : host.from(bytes.buffer, bytes.byteOffset + start, end - start).indexOf(byte);
  return at < 0 ? end : start + at;
}

/** A stretch of bytes that can be written to and read from as byte strings, again and again. */
export class Latin1Buffer {
  bytes: Uint8Array;
  private host: HostBuffer | null;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.host = host?.from(this.bytes.buffer, 0, size) ?? null;
  }

  /** `at` plus the text's length must not exceed the size. */
  write(text: ByteString, at: number): void {
    if (this.host !== null && text.length > SHORT) {
      this.host.latin1Write(text, at, text.length);
      return;
    }
    const { bytes } = this;
    for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  }

  read(start: number, end: number): ByteString {
    return this.host === null ? bytesToLatin1(this.bytes, start, end) : this.host.latin1Slice(start, end);
  }
}
