import { ChunkedDecoder } from '../../http/chunked-decoder.ts';
import type { FramingFault } from '../../http/head.ts';
import { noteLargePiece } from '../../io/large-pieces.ts';
import { copyOf } from '../../io/shared-read-buffer.ts';
import type { RequestBody, RequestBodyEvents } from '../../request/reply.ts';

const NO_TRAILERS: readonly string[] = [];

/** The connection that a body arrives on. */
export interface BodySource {
  /** The body's reader accepts more, buffered and arriving. */
  readBody(): void;
  /** It may not, until `readBody`. */
  pauseBody(): void;
}

/** A request body of HTTP/1, with its framing taken off. */
export class Http1Body implements RequestBody {
  private readonly source: BodySource;
  private readonly chunked: ChunkedDecoder | null;
  private left: number;
  private events: RequestBodyEvents | null = null;
  private paused = false;
  private endReported = false;
  /** Bytes on the wire so far, framing included. */
  received = 0;

  /** @param length null: the body is chunked. */
  constructor(source: BodySource, length: number | null) {
    this.source = source;
    this.chunked = length === null ? new ChunkedDecoder() : null;
    this.left = length ?? 0;
  }

  /** All of it has been read from the connection. */
  get complete(): boolean {
    return this.chunked === null ? this.left === 0 : this.chunked.done;
  }

  get fault(): FramingFault | null {
    return this.chunked?.fault ?? null;
  }

  /** Somebody reads it now. */
  get listening(): boolean {
    return this.events !== null && !this.paused;
  }

  start(events: RequestBodyEvents): void {
    this.events = events;
    if (!this.paused) this.source.readBody();
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.source.pauseBody();
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.source.readBody();
  }

  /**
   * Reads the body's part of bytes[from..to) and emits it in one piece.
   *
   * @param owned `bytes` is not written to any more, so the piece may be a slice of it.
   * @returns the index after the part that was read.
   */
  take(bytes: Buffer, from: number, to: number, owned: boolean): number {
    if (this.chunked !== null) return this.takeChunked(this.chunked, bytes, from, to);
    const end = Math.min(to, from + this.left);
    this.left -= end - from;
    this.received += end - from;
    if (owned) noteLargePiece(end - from);
    this.events!.onChunk(owned ? bytes.subarray(from, end) : copyOf(bytes, from, end));
    return end;
  }

  /** Emits the end, once, when it has arrived and the reader listens. */
  tellEnd(): void {
    if (this.endReported || !this.complete || !this.listening) return;
    this.endReported = true;
    this.events!.onEnd(this.chunked?.trailers ?? NO_TRAILERS);
  }

  /** One piece however many chunks: a client that sends a byte in each must not cost an object for each. */
  private takeChunked(decoder: ChunkedDecoder, bytes: Buffer, from: number, to: number): number {
    const ranges: number[] = [];
    const end = decoder.read(bytes, from, to, ranges);
    this.received += end - from;
    let length = 0;
    for (let index = 0; index < ranges.length; index += 2) length += ranges[index + 1]! - ranges[index]!;
    if (length === 0 || decoder.fault !== null) return end;
    noteLargePiece(length);
    const piece = Buffer.allocUnsafe(length);
    let at = 0;
    for (let index = 0; index < ranges.length; index += 2) {
      at += bytes.copy(piece, at, ranges[index]!, ranges[index + 1]!);
    }
    this.events!.onChunk(piece);
    return end;
  }
}
