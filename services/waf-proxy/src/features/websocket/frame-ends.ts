import { FrameOrder, headLength, payloadLength } from './frame-order.ts';

/** Of a frame of a server, which is not masked; one that is has four bytes more, and is refused. */
const MAX_HEAD = 14;
const MAX_SHORT_LENGTH = 125;

/**
 * Where the frames of an origin end, of whatever pieces they come in: they pass as they are, and only a frame of ours has to stand
 * between two of them. A read may bring tens of thousands of tiny ones, so nothing is made for each.
 */
export class FrameEnds {
  private readonly order: FrameOrder;
  /** Of a head of which not all has come, or a long one. */
  private readonly head = Buffer.alloc(MAX_HEAD);
  private headBytes = 0;
  /** Bytes of the current frame's payload that are still to come. */
  private missing = 0;

  /** @param extended an extension was agreed on, so that the first reserved bit may be set. */
  constructor(extended: boolean) {
    this.order = new FrameOrder(false, extended);
  }

  /** Between two frames: others may be put in here. */
  get atBoundary(): boolean {
    return this.missing === 0 && this.headBytes === 0;
  }

  /** Takes the next bytes. @returns false: no correct server sends them */
  push(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.missing > 0) {
        const passed = Math.min(this.missing, bytes.length - at);
        this.missing -= passed;
        at += passed;
        continue;
      }
      if (this.headBytes === 0 && at + 1 < bytes.length && bytes[at + 1]! <= MAX_SHORT_LENGTH) {
        const length = bytes[at + 1]!;
        if (!this.order.admits(bytes[at]!, length, length)) return false;
        this.missing = length;
        at += 2;
        continue;
      }
      this.head[this.headBytes++] = bytes[at++]!;
      if (this.headBytes >= 2 && this.headBytes === headLength(this.head[1]!) && !this.begin()) return false;
    }
    return true;
  }

  private begin(): boolean {
    const length = payloadLength(this.head);
    this.headBytes = 0;
    if (length === null || !this.order.admits(this.head[0]!, this.head[1]!, length)) return false;
    this.missing = length;
    return true;
  }
}
