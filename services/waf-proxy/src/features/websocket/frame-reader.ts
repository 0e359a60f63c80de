import type { ReadTurns } from '../../request/read-turns.ts';

/** RFC 6455, 5.2. */
export const Opcode = { Continuation: 0, Text: 1, Binary: 2, Close: 8, Ping: 9, Pong: 10 } as const;

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

/** The rest has to wait: the reader keeps it until `goOn`. */
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
const CONTROL_PAYLOAD = 125;
const KNOWN: ReadonlySet<number> = new Set(Object.values(Opcode));

/** For frames that are read as they come, in a step or two for each. */
export const UNSLICED = { begin: () => true, isSpent: false, spend: () => undefined };

/**
 * Reads the frames of one direction of a WebSocket as they arrive, in whatever pieces; keeps no payload. Frames that no
 * correct peer sends end the connection before a second reader could understand them in another way.
 */
export class FrameReader {
  private readonly fromClient: boolean;
  private readonly extended: boolean;
  private readonly sink: FrameSink;
  private readonly turns: Pick<ReadTurns, 'begin' | 'isSpent' | 'spend'>;
  private readonly head = Buffer.alloc(MAX_HEAD);
  private headBytes = 0;
  /** Payload of the current frame that is still to come; -1 between frames. */
  private missing = -1;
  private inMessage = false;
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
    this.fromClient = fromClient;
    this.extended = extended;
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
        if (this.headBytes < this.headLength()) continue;
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
  goOn(): ReadOutcome {
    const kept = this.kept;
    if (kept.length > 0 && this.turns.isSpent) return NEXT_TURN;
    this.kept = [];
    this.keptBytes = 0;
    this.waiting = false;
    // Ours already: with a copy for each frame, many small ones that wait would cost their square.
    return this.read(kept.length === 1 ? kept[0]! : Buffer.concat(kept), (rest) => rest);
  }

  /** How long the head is, as far as can be told from what is there; at least two bytes. */
  private headLength(): number {
    if (this.headBytes < 2) return 2;
    const short = this.head[1]! & 0x7f;
    const masked = (this.head[1]! & 0x80) !== 0;
    return 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + (masked ? 4 : 0);
  }

  private beginFrame(): CloseCode | null {
    const head = Buffer.from(this.head.subarray(0, this.headBytes));
    this.headBytes = 0;
    const fin = (head[0]! & 0x80) !== 0;
    const reserved = head[0]! & 0x70;
    const opcode = head[0]! & 0x0f;
    const masked = (head[1]! & 0x80) !== 0;
    const length = payloadLength(head);
    const control = opcode >= Opcode.Close;
    if (
      length === null ||
      !KNOWN.has(opcode) ||
      masked !== this.fromClient ||
      (this.extended ? (reserved & 0x30) !== 0 : reserved !== 0) ||
      (control && (!fin || length > CONTROL_PAYLOAD || reserved !== 0)) ||
      (!control && (opcode === Opcode.Continuation) !== this.inMessage)
    ) {
      return CloseCode.ProtocolError;
    }
    if (!control) this.inMessage = !fin;
    const code = this.sink.begin({ opcode, fin, length, mask: masked ? head.subarray(-4) : null, head });
    if (code !== null) return code;
    this.missing = length;
    return null;
  }
}

/** Null: not the shortest way to write it, or more than anybody could send. */
function payloadLength(head: Buffer): number | null {
  const short = head[1]! & 0x7f;
  if (short < 126) return short;
  if (short === 126) {
    const length = head.readUInt16BE(2);
    return length < 126 ? null : length;
  }
  const length = head.readBigUInt64BE(2);
  return length < 0x1_0000n || length > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(length);
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
