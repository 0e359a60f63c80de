import { CloseCode, type Frame, type FrameSink, LATER, Opcode, unmasked } from './frame-reader.ts';

/** What a text message of a client comes to: null lets it pass. LATER: `tell` is called with it. */
export type JudgeText = (
  text: string,
  tell: (code: CloseCode | null) => void,
) => CloseCode | null | typeof LATER;

/** Bytes of messages that wait for their end, over all connections of a worker. */
const HELD_PER_WORKER = 64 * 1024 * 1024;
/** Frames that a message to be judged may be cut into. */
const MAX_PIECES = 8_192;
let heldInWorker = 0;

/**
 * Frames of a client on their way to the origin: messages beyond the cap end the connection before a byte of the frame
 * that is too much has gone on; text messages wait for the rules' verdict where the site wants that.
 */
export class ClientFrames implements FrameSink {
  readonly #maxBytes: number;
  readonly #judge: JudgeText | null;
  readonly #pass: (bytes: Buffer) => void;
  readonly #judged: (code: CloseCode | null) => void;
  #frame: Frame | null = null;
  /** Bytes of the current frame that have come, and of the current message. */
  #frameBytes = 0;
  #messageBytes = 0;
  #isText = false;
  /** The current message as it came, and unmasked. */
  #held: Buffer[] = [];
  #plain: Buffer[] = [];
  #heldBytes = 0;

  /** @param judged what became of a message whose verdict came later. */
  constructor(
    maxBytes: number,
    judge: JudgeText | null,
    pass: (bytes: Buffer) => void,
    judged: (code: CloseCode | null) => void,
  ) {
    this.#maxBytes = maxBytes;
    this.#judge = judge;
    this.#pass = pass;
    this.#judged = judged;
  }

  begin(frame: Frame): CloseCode | null {
    this.#frame = frame;
    this.#frameBytes = 0;
    if (frame.opcode >= Opcode.Close) {
      this.#pass(frame.head);
      return null;
    }
    if (frame.opcode !== Opcode.Continuation) {
      this.#messageBytes = 0;
      this.#isText = frame.opcode === Opcode.Text;
    }
    this.#messageBytes += frame.length;
    if (this.#messageBytes > this.#maxBytes) return CloseCode.TooLarge;
    if (!this.#isHeld(frame)) {
      this.#pass(frame.head);
      return null;
    }
    if (this.#held.length >= MAX_PIECES) return CloseCode.TooLarge;
    return this.#hold(frame.head) ? null : CloseCode.TryLater;
  }

  payload(piece: Buffer): void {
    const frame = this.#frame!;
    if (this.#isHeld(frame)) {
      // A copy: what is read next may come into the same memory.
      this.#hold(Buffer.from(piece));
      this.#plain.push(unmasked(piece, frame.mask!, this.#frameBytes));
    } else this.#pass(piece);
    this.#frameBytes += piece.length;
  }

  end(): CloseCode | null | typeof LATER {
    const frame = this.#frame!;
    if (!this.#isHeld(frame) || !frame.fin) return null;
    const text = decode(Buffer.concat(this.#plain));
    const code =
      text === null
        ? CloseCode.NotUtf8
        : this.#judge!(text, (late) => {
            this.#settle(late);
            this.#judged(late);
          });
    if (code !== LATER) this.#settle(code);
    return code;
  }

  #settle(code: CloseCode | null): void {
    if (code === null) for (const piece of this.#held) this.#pass(piece);
    this.release();
  }

  /** Gives back what is held; the connection is over. */
  release(): void {
    heldInWorker -= this.#heldBytes;
    this.#heldBytes = 0;
    this.#held = [];
    this.#plain = [];
  }

  #isHeld(frame: Frame): boolean {
    return this.#judge !== null && this.#isText && frame.opcode < Opcode.Close;
  }

  #hold(bytes: Buffer): boolean {
    this.#held.push(bytes);
    // Twice: as it came, and unmasked.
    this.#heldBytes += 2 * bytes.length;
    heldInWorker += 2 * bytes.length;
    return heldInWorker <= HELD_PER_WORKER;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    // Text that is none: the origin would have to end the connection as well (RFC 6455, 8.1).
    return null;
  }
}
