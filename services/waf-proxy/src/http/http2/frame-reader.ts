import {
  ErrorCode,
  Flag,
  FRAME_HEAD_BYTES,
  FrameType,
  MAX_FRAME_BYTES,
  PREFACE,
  readUint31,
} from './frames.ts';

/** Told of what arrives, in order. */
export interface FrameSink {
  /** A whole frame of any kind but DATA; its payload is bytes[from..to), which nobody else writes to. */
  onFrame(type: number, flags: number, stream: number, bytes: Buffer, from: number, to: number): void;
  /** A DATA frame begins, with a payload of `length` bytes, padding included. */
  onDataHead(stream: number, length: number): void;
  /** A part of it, without padding. */
  onData(bytes: Buffer, from: number, to: number): void;
  onDataEnd(endsStream: boolean): void;
  /** The bytes are not HTTP/2. */
  onFault(code: ErrorCode): void;
}

/**
 * Cuts what a client sends into frames, whatever the pieces in which it comes. DATA passes through as it arrives; of
 * other frames at most one is gathered, which bounds what a connection holds.
 */
export class FrameReader {
  private readonly sink: FrameSink;
  private prefaceAt = 0;
  /** Parts of a frame that is not all there; head included. */
  private gathered: Buffer | null = null;
  private filled = 0;
  /** Bytes of the DATA frame under way that are still to come. */
  private dataLeft = 0;
  private padding = 0;
  private paddingUnknown = false;
  private endsStream = false;
  private inData = false;
  private stopped = false;
  /** How many have begun or come, so far. */
  frames = 0;

  constructor(sink: FrameSink) {
    this.sink = sink;
  }

  /** Something has begun that has not ended: the preface, or a frame other than DATA. */
  get waitsForRest(): boolean {
    return this.prefaceAt < PREFACE.length || this.gathered !== null;
  }

  /** Nothing is read any more. */
  stop(): void {
    this.stopped = true;
    this.gathered = null;
  }

  /**
   * @param bytes nobody else writes to; what is kept of them is kept as parts.
   * @param turn once it is spent, nothing further is taken up.
   * @returns how much has been read; the rest is to be brought again.
   */
  read(bytes: Buffer, turn: { readonly isSpent: boolean } = ENDLESS): number {
    let at = 0;
    while (at < bytes.length && !this.stopped && !turn.isSpent) {
      if (this.inData) at = this.readData(bytes, at);
      else if (this.prefaceAt < PREFACE.length) at = this.readPreface(bytes, at);
      else if (this.gathered !== null) at = this.gather(this.gathered, bytes, at);
      else at = this.readFrame(bytes, at);
    }
    return this.stopped ? bytes.length : at;
  }

  private readPreface(bytes: Buffer, from: number): number {
    let at = from;
    for (; at < bytes.length && this.prefaceAt < PREFACE.length; ++at, ++this.prefaceAt) {
      if (bytes[at] !== PREFACE[this.prefaceAt]) return this.fail(ErrorCode.Protocol, bytes);
    }
    return at;
  }

  /** A frame begins here. */
  private readFrame(bytes: Buffer, from: number): number {
    if (bytes.length - from < FRAME_HEAD_BYTES) {
      return this.gather(Buffer.allocUnsafe(FRAME_HEAD_BYTES), bytes, from);
    }
    const length = lengthAt(bytes, from);
    if (length > MAX_FRAME_BYTES) return this.fail(ErrorCode.FrameSize, bytes);
    const to = from + FRAME_HEAD_BYTES + length;
    if (bytes[from + 3] === FrameType.Data) return this.beginData(bytes, from);
    if (to > bytes.length) return this.gather(Buffer.allocUnsafe(to - from), bytes, from);
    this.tell(bytes, from, to);
    return to;
  }

  /** Adds to what has come of a head, or of a whole frame; `gathered` is as long as that. */
  private gather(gathered: Buffer, bytes: Buffer, from: number): number {
    const taken = Math.min(gathered.length - this.filled, bytes.length - from);
    bytes.copy(gathered, this.filled, from, from + taken);
    this.filled += taken;
    this.gathered = gathered;
    if (this.filled < gathered.length) return from + taken;
    if (gathered.length === FRAME_HEAD_BYTES) this.headGathered(gathered);
    else this.frameGathered(gathered);
    return from + taken;
  }

  private headGathered(head: Buffer): void {
    const length = lengthAt(head, 0);
    if (length > MAX_FRAME_BYTES) {
      this.fail(ErrorCode.FrameSize, head);
    } else if (head[3] === FrameType.Data) {
      this.forget();
      this.beginData(head, 0);
    } else if (length === 0) {
      this.frameGathered(head);
    } else {
      const whole = Buffer.allocUnsafe(FRAME_HEAD_BYTES + length);
      head.copy(whole);
      this.gathered = whole;
    }
  }

  private frameGathered(frame: Buffer): void {
    this.forget();
    this.tell(frame, 0, frame.length);
  }

  private forget(): void {
    this.gathered = null;
    this.filled = 0;
  }

  private tell(bytes: Buffer, from: number, to: number): void {
    this.frames++;
    this.sink.onFrame(
      bytes[from + 3]!,
      bytes[from + 4]!,
      readUint31(bytes, from + 5),
      bytes,
      from + FRAME_HEAD_BYTES,
      to,
    );
  }

  private beginData(bytes: Buffer, from: number): number {
    const flags = bytes[from + 4]!;
    const length = lengthAt(bytes, from);
    this.dataLeft = length;
    this.padding = 0;
    this.paddingUnknown = (flags & Flag.Padded) !== 0;
    this.endsStream = (flags & Flag.EndStream) !== 0;
    this.inData = true;
    this.frames++;
    this.sink.onDataHead(readUint31(bytes, from + 5), length);
    if (length === 0) this.endData();
    return from + FRAME_HEAD_BYTES;
  }

  private readData(bytes: Buffer, from: number): number {
    let at = from;
    if (this.paddingUnknown) {
      this.padding = bytes[at]!;
      at++;
      this.dataLeft--;
      this.paddingUnknown = false;
      if (this.padding > this.dataLeft) return this.fail(ErrorCode.Protocol, bytes);
    }
    const to = Math.min(bytes.length, at + this.dataLeft - this.padding);
    if (to > at) {
      this.dataLeft -= to - at;
      this.sink.onData(bytes, at, to);
      at = to;
    }
    if (this.dataLeft === this.padding) {
      const skipped = Math.min(bytes.length - at, this.padding);
      this.padding -= skipped;
      this.dataLeft -= skipped;
      at += skipped;
    }
    if (this.dataLeft === 0) this.endData();
    return at;
  }

  private endData(): void {
    this.inData = false;
    if (this.paddingUnknown) this.fail(ErrorCode.Protocol, PREFACE);
    else if (!this.stopped) this.sink.onDataEnd(this.endsStream);
  }

  private fail(code: ErrorCode, bytes: Buffer): number {
    this.stop();
    this.sink.onFault(code);
    return bytes.length;
  }
}

const ENDLESS = { isSpent: false };

function lengthAt(bytes: Buffer, at: number): number {
  return (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
}
