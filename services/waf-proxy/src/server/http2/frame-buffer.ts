import {
  type ErrorCode,
  Flag,
  FRAME_HEAD_BYTES,
  FrameType,
  MAX_FRAME_BYTES,
  MAX_WINDOW,
  writeFrameHead,
  writeUint32,
} from '../../http/http2/frames.ts';

/** Small things are gathered here until they are written; larger ones go as they are. */
const SCRATCH_BYTES = 16 * 1024;
const COPIED_BYTES = 4 * 1024;
/** Scratch memory of connections that have nothing to write; more is left to the collector. */
const SPARE_LIMIT = 64;
const spare: Buffer[] = [];

/**
 * Frames of one connection that wait to be written together. Scratch memory is used again and again, so that what leaves
 * here is always a copy: nobody's bytes can end up in another connection.
 */
export class FrameBuffer {
  private scratch: Buffer | null = null;
  private used = 0;
  private pieces: Buffer[] = [];
  private sealedBytes = 0;

  get bytes(): number {
    return this.sealedBytes + this.used;
  }

  settings(pairs: readonly (readonly [id: number, value: number])[]): void {
    const at = this.frame(6 * pairs.length, FrameType.Settings, 0, 0);
    pairs.forEach(([id, value], index) => {
      this.scratch![at + 6 * index] = id >>> 8;
      this.scratch![at + 6 * index + 1] = id;
      writeUint32(this.scratch!, at + 6 * index + 2, value);
    });
  }

  settingsAck(): void {
    this.frame(0, FrameType.Settings, Flag.Ack, 0);
  }

  /** Repeats the eight bytes from `from` on. */
  pingAck(bytes: Buffer, from: number): void {
    const at = this.frame(8, FrameType.Ping, Flag.Ack, 0);
    bytes.copy(this.scratch!, at, from, from + 8);
  }

  windowUpdate(stream: number, bytes: number): void {
    const at = this.frame(4, FrameType.WindowUpdate, 0, stream);
    writeUint32(this.scratch!, at, bytes & MAX_WINDOW);
  }

  reset(stream: number, code: ErrorCode): void {
    const at = this.frame(4, FrameType.RstStream, 0, stream);
    writeUint32(this.scratch!, at, code);
  }

  goAway(lastStream: number, code: ErrorCode): void {
    const at = this.frame(8, FrameType.GoAway, 0, 0);
    writeUint32(this.scratch!, at, lastStream);
    writeUint32(this.scratch!, at + 4, code);
  }

  /** A header block, in as many frames as it takes. */
  headers(stream: number, block: Buffer, endsStream: boolean): void {
    let from = 0;
    let type: number = FrameType.Headers;
    let flags: number = endsStream ? Flag.EndStream : 0;
    do {
      const to = Math.min(block.length, from + MAX_FRAME_BYTES - FRAME_HEAD_BYTES);
      if (to === block.length) flags |= Flag.EndHeaders;
      const at = this.frame(to - from, type, flags, stream);
      block.copy(this.scratch!, at, from, to);
      from = to;
      type = FrameType.Continuation;
      flags = 0;
    } while (from < block.length);
  }

  /** Begins a DATA frame of `length` bytes; they follow by `data`. */
  dataHead(stream: number, length: number, endsStream: boolean): void {
    this.reserve(FRAME_HEAD_BYTES);
    const flags = endsStream ? Flag.EndStream : 0;
    writeFrameHead(this.scratch!, this.used, length, FrameType.Data, flags, stream);
    this.used += FRAME_HEAD_BYTES;
  }

  data(bytes: Buffer, from: number, to: number): void {
    if (to - from > COPIED_BYTES) {
      this.seal();
      this.pieces.push(bytes.subarray(from, to));
      this.sealedBytes += to - from;
      return;
    }
    this.reserve(to - from);
    bytes.copy(this.scratch!, this.used, from, to);
    this.used += to - from;
  }

  /** All of it, to be written in this order; the buffer is empty then. */
  take(): Buffer[] {
    this.seal();
    if (this.scratch !== null && spare.length < SPARE_LIMIT) spare.push(this.scratch);
    this.scratch = null;
    const pieces = this.pieces;
    this.pieces = [];
    this.sealedBytes = 0;
    return pieces;
  }

  /** Starts a frame and returns the offset of its payload. */
  private frame(length: number, type: number, flags: number, stream: number): number {
    this.reserve(FRAME_HEAD_BYTES + length);
    writeFrameHead(this.scratch!, this.used, length, type, flags, stream);
    const at = this.used + FRAME_HEAD_BYTES;
    this.used = at + length;
    return at;
  }

  private reserve(bytes: number): void {
    this.scratch ??= spare.pop() ?? Buffer.allocUnsafeSlow(SCRATCH_BYTES);
    if (this.used + bytes > SCRATCH_BYTES) this.seal();
  }

  private seal(): void {
    if (this.used === 0) return;
    const piece = Buffer.allocUnsafe(this.used);
    this.scratch!.copy(piece, 0, 0, this.used);
    this.pieces.push(piece);
    this.sealedBytes += this.used;
    this.used = 0;
  }
}
