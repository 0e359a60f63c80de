import { noteLargePiece } from '../../io/large-pieces.ts';
import { copyOf } from '../../io/shared-read-buffer.ts';
import type { RequestBody, RequestBodyEvents } from '../../request/reply.ts';

/** Pieces below this are gathered: a client that sends a byte in each frame must not cost an object for each. */
const SMALL_BYTES = 1_024;
const GATHERED_BYTES = 8 * 1_024;
const NO_TRAILERS: readonly string[] = [];

/** A body's interface to its stream. */
export interface BodyOwner {
  /** So many bytes were consumed, and the client may send as many more. */
  consumed(bytes: number): void;
  /** The reader waits for more, or does not any longer. */
  bodyWaits(waits: boolean): void;
}

/** A request body of HTTP/2. What arrives before anybody reads waits here; the stream's window bounds it. */
export class Http2Body implements RequestBody {
  private readonly owner: BodyOwner;
  private pieces: Buffer[] = [];
  /** The last piece while it grows: gathered[0..gatheredBytes). */
  private gathered: Buffer | null = null;
  private gatheredBytes = 0;
  private trailers: readonly string[] = NO_TRAILERS;
  private events: RequestBodyEvents | null = null;
  private paused = false;
  private delivering = false;
  private endReported = false;
  private dropped = false;
  /** All of it has arrived. */
  ended = false;

  constructor(owner: BodyOwner) {
    this.owner = owner;
  }

  /** bytes[from..to) has arrived; nobody else writes to it. `deliver` is to follow. */
  receive(bytes: Buffer, from: number, to: number): void {
    const length = to - from;
    if (length >= SMALL_BYTES) {
      this.close();
      noteLargePiece(length);
      this.pieces.push(kept(bytes, from, to));
    } else this.receiveSmall(bytes, from, to);
  }

  /** The client has sent all of it. `deliver` is to follow. */
  finish(trailers: readonly string[]): void {
    this.ended = true;
    this.trailers = trailers;
  }

  /** Emits nothing more. */
  drop(): void {
    this.dropped = true;
    this.pieces = [];
    this.gathered = null;
  }

  start(events: RequestBodyEvents): void {
    this.events = events;
    if (!this.paused) this.deliver();
  }

  pause(): void {
    this.paused = true;
    if (!this.delivering) this.settle();
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.deliver();
  }

  /** Tells the reader of what there is, if it wants to hear. */
  deliver(): void {
    if (this.delivering || this.dropped) return;
    this.delivering = true;
    this.close();
    while (this.pieces.length > 0 && this.events !== null && !this.paused) {
      const piece = this.pieces.shift()!;
      this.owner.consumed(piece.length);
      this.events.onChunk(piece);
    }
    this.delivering = false;
    this.settle();
    if (!this.ended || this.endReported || this.pieces.length > 0) return;
    if (this.events === null || this.paused || this.dropped) return;
    this.endReported = true;
    this.events.onEnd(this.trailers);
  }

  private settle(): void {
    if (this.dropped) return;
    this.owner.bodyWaits(this.events !== null && !this.paused && !this.ended);
  }

  private receiveSmall(bytes: Buffer, from: number, to: number): void {
    if (this.gathered === null || this.gatheredBytes + (to - from) > GATHERED_BYTES) {
      this.close();
      const last = this.pieces.at(-1);
      if (last === undefined || last.length >= SMALL_BYTES) {
        this.pieces.push(kept(bytes, from, to));
        return;
      }
      this.pieces.pop();
      this.gathered = Buffer.allocUnsafe(GATHERED_BYTES);
      this.gatheredBytes = last.copy(this.gathered);
    }
    this.gatheredBytes += bytes.copy(this.gathered, this.gatheredBytes, from, to);
  }

  private close(): void {
    if (this.gathered === null) return;
    this.pieces.push(this.gathered.subarray(0, this.gatheredBytes));
    this.gathered = null;
  }
}

/** A small part of what was read must not hold the rest of it. */
function kept(bytes: Buffer, from: number, to: number): Buffer {
  return 4 * (to - from) < bytes.length ? copyOf(bytes, from, to) : bytes.subarray(from, to);
}
