import type { FrameSink } from './frame-reader.ts';
import { ErrorCode, Flag, FrameType, readUint31 } from './frames.ts';
import { HeaderBlock, readHeadersFrame } from './header-block.ts';

/** What frames say, once their form is known to be right. */
export interface FrameMeanings {
  /** The client has broken the protocol, or asks too much: the connection ends, and says why. */
  fail(code: ErrorCode): void;
  /** A header block is complete: bytes[from..to). */
  onBlock(
    stream: number,
    bytes: Buffer,
    from: number,
    to: number,
    endsStream: boolean,
    dependsOnItself: boolean,
  ): void;
  /** A header block has begun, and continues in further frames. */
  onBlockBegun(): void;
  onDataHead(stream: number, length: number): void;
  onData(bytes: Buffer, from: number, to: number): void;
  onDataEnd(endsStream: boolean): void;
  onReset(stream: number): void;
  onSettings(bytes: Buffer, from: number, to: number): void;
  onSettingsAck(): void;
  /** Eight bytes from `from` on, to be repeated. */
  onPing(bytes: Buffer, from: number): void;
  /** `stream` 0: the connection. */
  onWindowUpdate(stream: number, bytes: number): void;
  /** Something about one stream that is against the rules. */
  onStreamFault(stream: number, code: ErrorCode): void;
  onGoAway(): void;
  /** A frame that carries nothing of a request, and asks for nothing. */
  onControlFrame(): void;
}

/** Holds frames to the forms that RFC 9113 gives them, each by itself and in their order. */
export class FrameGrammar implements FrameSink {
  private readonly meanings: FrameMeanings;
  private settingsCame = false;
  private block: HeaderBlock | null = null;

  constructor(meanings: FrameMeanings) {
    this.meanings = meanings;
  }

  /** A header block has begun that is not complete. */
  get inBlock(): boolean {
    return this.block !== null;
  }

  /** Forgets what has begun. */
  stop(): void {
    this.block = null;
  }

  onFault(code: ErrorCode): void {
    this.meanings.fail(code);
  }

  onDataHead(stream: number, length: number): void {
    if (stream === 0 || !this.isInOrder(FrameType.Data, stream, 0)) this.meanings.fail(ErrorCode.Protocol);
    else this.meanings.onDataHead(stream, length);
  }

  onData(bytes: Buffer, from: number, to: number): void {
    this.meanings.onData(bytes, from, to);
  }

  onDataEnd(endsStream: boolean): void {
    this.meanings.onDataEnd(endsStream);
  }

  onFrame(type: number, flags: number, stream: number, bytes: Buffer, from: number, to: number): void {
    const meanings = this.meanings;
    if (!this.isInOrder(type, stream, flags)) {
      meanings.fail(ErrorCode.Protocol);
      return;
    }
    const length = to - from;
    switch (type) {
      case FrameType.Headers:
        this.onHeaders(flags, stream, bytes, from, to);
        return;
      case FrameType.Continuation:
        this.onContinuation(flags, bytes, from, to);
        return;
      case FrameType.RstStream:
        if (stream === 0) meanings.fail(ErrorCode.Protocol);
        else if (length !== 4) meanings.fail(ErrorCode.FrameSize);
        else meanings.onReset(stream);
        return;
      case FrameType.WindowUpdate:
        if (length !== 4) meanings.fail(ErrorCode.FrameSize);
        else meanings.onWindowUpdate(stream, readUint31(bytes, from));
        return;
      case FrameType.Settings:
        if (stream !== 0) meanings.fail(ErrorCode.Protocol);
        else this.onSettings(flags, bytes, from, to);
        return;
      case FrameType.Ping:
        if (stream !== 0) meanings.fail(ErrorCode.Protocol);
        else if (length !== 8) meanings.fail(ErrorCode.FrameSize);
        else if ((flags & Flag.Ack) !== 0) meanings.onControlFrame();
        else meanings.onPing(bytes, from);
        return;
      case FrameType.Priority:
        // Read over, if it is right: see RFC 7540, 5.3.1 and 6.3.
        if (stream === 0) meanings.fail(ErrorCode.Protocol);
        else if (length !== 5) meanings.onStreamFault(stream, ErrorCode.FrameSize);
        else if (readUint31(bytes, from) === stream) meanings.onStreamFault(stream, ErrorCode.Protocol);
        else meanings.onControlFrame();
        return;
      case FrameType.PushPromise:
        meanings.fail(ErrorCode.Protocol);
        return;
      case FrameType.GoAway:
        if (stream !== 0) meanings.fail(ErrorCode.Protocol);
        else if (length < 8) meanings.fail(ErrorCode.FrameSize);
        else meanings.onGoAway();
        return;
      default:
        // Unknown kinds are to be read over.
        meanings.onControlFrame();
    }
  }

  /** After the client's preface come its settings; nothing stands between the parts of a header block. */
  private isInOrder(type: number, stream: number, flags: number): boolean {
    if (!this.settingsCame) return type === FrameType.Settings && (flags & Flag.Ack) === 0;
    if (this.block === null) return type !== FrameType.Continuation;
    return type === FrameType.Continuation && stream === this.block.stream;
  }

  private onHeaders(flags: number, stream: number, bytes: Buffer, from: number, to: number): void {
    if (stream % 2 === 0) {
      this.meanings.fail(ErrorCode.Protocol);
      return;
    }
    const frame = readHeadersFrame(flags, stream, bytes, from, to);
    if (typeof frame === 'number') {
      this.meanings.fail(frame);
    } else if ((flags & Flag.EndHeaders) !== 0) {
      const { endsStream, dependsOnItself } = frame;
      this.meanings.onBlock(stream, bytes, frame.from, frame.to, endsStream, dependsOnItself);
    } else {
      this.block = new HeaderBlock(stream, frame, bytes);
      this.meanings.onBlockBegun();
    }
  }

  private onContinuation(flags: number, bytes: Buffer, from: number, to: number): void {
    const block = this.block!;
    if (!block.add(bytes, from, to)) {
      this.meanings.fail(ErrorCode.EnhanceYourCalm);
    } else if ((flags & Flag.EndHeaders) !== 0) {
      this.block = null;
      const whole = block.whole();
      const { stream, endsStream, dependsOnItself } = block;
      this.meanings.onBlock(stream, whole, 0, whole.length, endsStream, dependsOnItself);
    }
  }

  private onSettings(flags: number, bytes: Buffer, from: number, to: number): void {
    if ((flags & Flag.Ack) === 0) {
      this.settingsCame = true;
      this.meanings.onSettings(bytes, from, to);
    } else if (to > from) this.meanings.fail(ErrorCode.FrameSize);
    else this.meanings.onSettingsAck();
  }
}
