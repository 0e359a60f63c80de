import { bytesToLatin1, Latin1Buffer } from '@palisade/regex';
import type { ByteString } from './api.ts';

const FIRST_SIZE = 4096;
/** Buffers up to this size are reused; larger ones are garbage collected. */
const KEPT_SIZE = 128 * 1024;
const KEPT_COUNT = 64;
/** Up to this length a loop copies faster than creating a view. */
const SHORT = 256;
const spare: ByteArena[] = [];

/** A growing buffer of bytes. */
export class ByteArena {
  used = 0;
  private buffer: Latin1Buffer;

  /** Returns a reused or new arena: buffers are expensive to create and collect. */
  static take(size = FIRST_SIZE): ByteArena {
    const arena = spare.pop();
    if (arena === undefined) return new ByteArena(Math.max(size, FIRST_SIZE));
    arena.used = 0;
    arena.reserve(size);
    return arena;
  }

  private constructor(size: number) {
    this.buffer = new Latin1Buffer(size);
  }

  /** Offers the arena for reuse. Nobody may keep references to its bytes. */
  giveBack(): void {
    if (spare.length < KEPT_COUNT && this.bytes.length <= KEPT_SIZE) spare.push(this);
  }

  get bytes(): Uint8Array {
    return this.buffer.bytes;
  }

  /** Makes room; may replace the underlying array. */
  reserve(length: number): void {
    if (this.used + length <= this.bytes.length) return;
    const larger = new Latin1Buffer((this.used + length) * 2);
    larger.bytes.set(this.bytes.subarray(0, this.used));
    this.buffer = larger;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    const { bytes } = this;
    let at = this.used;
    if (end - start > SHORT) bytes.set(from.subarray(start, end), at);
    else for (let index = start; index < end; index++) bytes[at++] = from[index]!;
    this.used += end - start;
  }

  appendBytes(chunk: Uint8Array): void {
    this.reserve(chunk.length);
    this.bytes.set(chunk, this.used);
    this.used += chunk.length;
  }

  append(text: ByteString): void {
    this.reserve(text.length);
    this.buffer.write(text, this.used);
    this.used += text.length;
  }

  text(start = 0, end = this.used): ByteString {
    return bytesToLatin1(this.bytes, start, end);
  }
}
