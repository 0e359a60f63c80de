import type { ReadTurns } from '../../request/read-turns.ts';
import { FrameOrder, headLength, payloadLength } from './frame-order.ts';

/** Close codes that we use ourselves (RFC 6455, 7.4.1, and the registry). */
export const CloseCode = {
  ProtocolError: 1002,
  NotUtf8: 1007,
  Policy: 1008,
  TooLarge: 1009,
  InternalError: 1011,
  TryLater: 1013,
} as const;
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

export interface Frame {
  opcode: number;
  /** The last frame of its message. */
  fin: boolean;
  /** Bytes of payload. */
  length: number;
  /** Four bytes; null in frames of servers. */
  mask: Buffer | null;
  /** The head as it came. */
  head: Buffer;
}

/** The rest has to wait: the reader keeps it until `resume`. */
export const LATER = 'later';
/** So does it, for the reader's own next turn: what one turn of the event loop may do has been done. */
export const NEXT_TURN = 'next_turn';
/** A code: the connection has to end. Null: all has been read. */
export type ReadOutcome = CloseCode | null | typeof LATER | typeof NEXT_TURN;

/** What becomes of the frames that are read. A code ends the reading: nothing of that frame has been passed on. */
export interface FrameSink {
  begin(frame: Frame): CloseCode | null;
  /** A piece of the frame's payload, masked as it came. */
  payload(piece: Buffer): void;
  /** The frame is complete. */
  end(): CloseCode | null | typeof LATER;
}

const MAX_HEAD = 14;
/** What a frame costs beside its bytes, in steps of the rules: some two microseconds. */
const FRAME_STEPS = 500;

/**
 * Reads the frames of one direction of a WebSocket as they arrive, in whatever pieces; keeps no payload. Frames that no
 * correct peer sends end the connection before a second reader could understand them in another way.
 */
export class FrameReader {
  private readonly order: FrameOrder;
  private readonly sink: FrameSink;
  private readonly turns: Pick<ReadTurns, 'begin' | 'isSpent' | 'spend'>;
  private readonly head = Buffer.alloc(MAX_HEAD);
  private headBytes = 0;
  /** Payload of the current frame that is still to come; -1 between frames. */
  private missing = -1;
  /** What has come behind a frame that nothing may overtake. */
  private kept: Buffer[] = [];
  keptBytes = 0;
  private waiting = false;

  /** @param extended an extension was agreed on, so that the first reserved bit may be set. */
  constructor(
    fromClient: boolean,
    extended: boolean,
    sink: FrameSink,
    turns: Pick<ReadTurns, 'begin' | 'isSpent' | 'spend'>,
  ) {
    this.order = new FrameOrder(fromClient, extended);
    this.sink = sink;
    this.turns = turns;
  }

  /** Between two frames: others may be put in here. */
  get atBoundary(): boolean {
    return this.missing < 0 && this.headBytes === 0;
  }

  /** Takes the next bytes. LATER or NEXT_TURN: nothing more should be brought for now. */
  push(bytes: Buffer): ReadOutcome {
    // A copy: what is read next may come into the same memory.
    if (this.waiting) {
      this.keep(Buffer.from(bytes));
      return LATER;
    }
    if (!this.turns.begin()) return this.wait(NEXT_TURN, Buffer.from(bytes));
    return this.read(bytes, (rest) => Buffer.from(rest));
  }

  private wait(why: typeof LATER | typeof NEXT_TURN, rest: Buffer): ReadOutcome {
    this.waiting = true;
    if (rest.length > 0) this.keep(rest);
    return why;
  }

  private keep(bytes: Buffer): void {
    this.kept.push(bytes);
    this.keptBytes += bytes.length;
  }

  /** @param own what becomes of the rest that has to wait. */
  private read(bytes: Buffer, own: (rest: Buffer) => Buffer): ReadOutcome {
    let at = 0;
    while (at < bytes.length) {
      if (this.missing < 0) {
        this.head[this.headBytes++] = bytes[at++]!;
        if (this.headBytes < 2 || this.headBytes < headLength(this.head[1]!)) continue;
        const code = this.beginFrame();
        if (code !== null) return code;
      } else {
        const piece = bytes.subarray(at, at + this.missing);
        at += piece.length;
        this.missing -= piece.length;
        this.sink.payload(piece);
      }
      if (this.missing === 0) {
        this.missing = -1;
        this.turns.spend(FRAME_STEPS);
        const code = this.sink.end();
        if (code === LATER) return this.wait(LATER, own(bytes.subarray(at)));
        if (code !== null) return code;
        if (at < bytes.length && this.turns.isSpent) return this.wait(NEXT_TURN, own(bytes.subarray(at)));
      }
    }
    return null;
  }

  /** Takes what was kept, the frame before it having passed. */
  resume(): ReadOutcome {
    const kept = this.kept;
    if (kept.length > 0 && this.turns.isSpent) return NEXT_TURN;
    this.kept = [];
    this.keptBytes = 0;
    this.waiting = false;
    // Ours already: with a copy for each frame, many small ones that wait would cost their square.
    return this.read(kept.length === 1 ? kept[0]! : Buffer.concat(kept), (rest) => rest);
  }

  private beginFrame(): CloseCode | null {
    const head = Buffer.from(this.head.subarray(0, this.headBytes));
    this.headBytes = 0;
    const length = payloadLength(head);
    if (length === null || !this.order.admits(head[0]!, head[1]!, length)) return CloseCode.ProtocolError;
    const fin = (head[0]! & 0x80) !== 0;
    const mask = (head[1]! & 0x80) !== 0 ? head.subarray(-4) : null;
    const code = this.sink.begin({ opcode: head[0]! & 0x0f, fin, length, mask, head });
    if (code !== null) return code;
    this.missing = length;
    return null;
  }
}

/** A close frame; from us to the client, or (masked) to the origin. */
export function closeFrame(code: CloseCode, masked: boolean): Buffer {
  const head = masked ? [0x88, 0x82, 0, 0, 0, 0] : [0x88, 2];
  return Buffer.from([...head, code >> 8, code & 0xff]);
}

/** Undoes the mask of a piece that begins `offset` bytes into its payload; a copy. */
export function unmasked(piece: Buffer, mask: Buffer, offset: number): Buffer {
  const plain = Buffer.allocUnsafe(piece.length);
  for (let index = 0; index < piece.length; index++) {
    plain[index] = piece[index]! ^ mask[(offset + index) & 3]!;
  }
  return plain;
}
