import type { Hold } from '../../io/shares/fair-pool.ts';
import type { JudgeMessage, MessageVerdict } from '../../request/message-judge.ts';
import { beginsText, textOfBinary } from './binary-text.ts';
import { Opcode } from './frame-order.ts';
import { CloseCode, type Frame, type FrameSink, LATER, unmasked } from './frame-reader.ts';

/** With which code a message that may not pass ends its connection. */
const CODE_OF: Readonly<Record<MessageVerdict, CloseCode | null>> = {
  passed: null,
  refused: CloseCode.Policy,
  failed: CloseCode.InternalError,
};

/** Frames that a message to be judged may be cut into. */
const MAX_PIECES = 8_192;

/**
 * Frames of a client on their way to the origin: messages beyond the cap end the connection before a byte of the frame
 * that is too much has gone on; messages of text wait for the rules' verdict where the site wants that. Many servers read what is
 * text in a binary message as well, so its first two bytes decide: what no text begins with goes on at once.
 */
export class ClientFrames implements FrameSink {
  private readonly maxBytes: number;
  private readonly judge: JudgeMessage | null;
  private readonly openHold: () => Hold;
  private readonly pass: (bytes: Buffer) => void;
  private readonly judged: (code: CloseCode | null) => void;
  private frame: Frame | null = null;
  /** Bytes of the current frame that have come, and of the current message. */
  private frameBytes = 0;
  private messageBytes = 0;
  private isText = false;
  /** The current message waits for its end. */
  private isWaiting = false;
  /** The first two bytes of a binary message have not come yet. */
  private isUnknown = false;
  private firstBytes: number[] = [];
  /** The current message as it came, and unmasked. */
  private held: Buffer[] = [];
  private plain: Buffer[] = [];
  private hold: Hold | null = null;
  /** There was no room for all of it; what comes of it is dropped, and its end ends the connection. */
  private noRoom = false;

  /**
   * @param openHold room for a message that waits; whoever gives it ends the connection when it is wanted for others.
   * @param judged what became of a message whose verdict came later.
   */
  constructor(
    maxBytes: number,
    judge: JudgeMessage | null,
    openHold: () => Hold,
    pass: (bytes: Buffer) => void,
    judged: (code: CloseCode | null) => void,
  ) {
    this.maxBytes = maxBytes;
    this.judge = judge;
    this.openHold = openHold;
    this.pass = pass;
    this.judged = judged;
  }

  begin(frame: Frame): CloseCode | null {
    this.frame = frame;
    this.frameBytes = 0;
    if (frame.opcode >= Opcode.Close) {
      this.pass(frame.head);
      return null;
    }
    if (frame.opcode !== Opcode.Continuation) {
      this.messageBytes = 0;
      this.isText = frame.opcode === Opcode.Text;
      this.isUnknown = !this.isText;
      this.firstBytes = [];
      this.isWaiting = this.judge !== null;
    }
    this.messageBytes += frame.length;
    if (this.messageBytes > this.maxBytes) return CloseCode.TooLarge;
    if (!this.isHeld(frame)) {
      this.pass(frame.head);
      return null;
    }
    if (this.held.length >= MAX_PIECES) return CloseCode.TooLarge;
    return this.keep(frame.head, 1) ? null : CloseCode.TryLater;
  }

  payload(piece: Buffer): void {
    const frame = this.frame!;
    if (this.isHeld(frame) && this.isUnknown) this.lookAtBeginning(piece, frame);
    if (this.isHeld(frame)) {
      // A copy: what is read next may come into the same memory. Twice: as it came, and unmasked.
      if (this.keep(piece, 2)) this.plain.push(unmasked(piece, frame.mask!, this.frameBytes));
    } else this.pass(piece);
    this.frameBytes += piece.length;
  }

  end(): CloseCode | null | typeof LATER {
    const frame = this.frame!;
    if (this.noRoom) return CloseCode.TryLater;
    if (!this.isHeld(frame) || !frame.fin) return null;
    const bytes = Buffer.concat(this.plain);
    const text = this.isText ? decode(bytes) : textOfBinary(bytes);
    if (text === null) return this.settle(this.isText ? CloseCode.NotUtf8 : null);
    const verdict = this.judge!(text, (late) => this.judged(this.settle(CODE_OF[late])));
    return verdict === LATER ? LATER : this.settle(CODE_OF[verdict]);
  }

  /** Checks the first bytes of a message, and passes it on if they are not text. */
  private lookAtBeginning(piece: Buffer, { mask }: Frame): void {
    for (const byte of unmasked(piece.subarray(0, 4), mask!, this.frameBytes)) {
      this.firstBytes.push(byte);
      const isText = beginsText(this.firstBytes);
      if (isText === null) continue;
      this.isUnknown = false;
      if (isText) return;
      this.isWaiting = false;
      this.settle(null);
      return;
    }
  }

  private settle(code: CloseCode | null): CloseCode | null {
    if (code === null) for (const piece of this.held) this.pass(piece);
    this.release();
    return code;
  }

  /** Gives back what is held; the connection is over. */
  release(): void {
    this.hold?.release();
    this.hold = null;
    this.held = [];
    this.plain = [];
  }

  private isHeld(frame: Frame): boolean {
    return this.isWaiting && frame.opcode < Opcode.Close;
  }

  private keep(bytes: Buffer, times: number): boolean {
    if (this.noRoom) return false;
    this.hold ??= this.openHold();
    if (this.hold.take(times * bytes.length)) {
      this.held.push(Buffer.from(bytes));
      return true;
    }
    this.noRoom = true;
    this.release();
    return false;
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
