import type { Socket } from 'node:net';
import { HpackEncoder } from '../../http/hpack/hpack-encoder.ts';
import { DEFAULT_WINDOW, ErrorCode, MAX_WINDOW, Setting } from '../../http/http2/frames.ts';
import type { HeaderList } from '../../request/reply.ts';
import { Ending } from './closed-streams.ts';
import type { FloodBudgets } from './flood-budgets.ts';
import { FrameBuffer } from './frame-buffer.ts';
import { HTTP2_LIMITS } from './http2-limits.ts';
import type { Http2Stream, StreamChannel } from './http2-stream.ts';
import { ReceiveWindow } from './receive-window.ts';
import { SendScheduler } from './send-scheduler.ts';
import { SocketWriter } from './socket-writer.ts';
import type { StreamTable } from './stream-table.ts';
import { encodeHead, encodeTrailers } from './wire-response.ts';

/** Events of the sending side for the connection. */
export interface OutputEvents {
  /** Something waits to be written when this turn of the event loop has been heard out: `flush` is to follow. */
  flushSoon(): void;
  /** The socket has taken these streams' answers. */
  onAnswered(streams: readonly Http2Stream[]): void;
  /** A stream has ended. */
  onStreamClosed(): void;
}

/** Output of one connection: connection frames, and its streams' data as far as windows allow. */
export class ConnectionOutput implements StreamChannel {
  private readonly streams: StreamTable;
  private readonly floods: FloodBudgets;
  private readonly events: OutputEvents;
  private readonly frames = new FrameBuffer();
  private readonly writer: SocketWriter;
  private readonly scheduler = new SendScheduler(this.frames);
  private readonly encoder = new HpackEncoder();
  /** Receive window of all streams together. */
  private readonly receiveWindow = new ReceiveWindow(HTTP2_LIMITS.connectionWindow);
  private isFlushAsked = false;
  private isStopped = false;

  constructor(socket: Socket, streams: StreamTable, floods: FloodBudgets, events: OutputEvents) {
    this.streams = streams;
    this.floods = floods;
    this.events = events;
    this.writer = new SocketWriter(socket, this.frames, (answered) => events.onAnswered(answered));
  }

  // Connection frames.

  /** The first frames: our settings. */
  begin(): void {
    this.frames.settings([
      [Setting.MaxConcurrentStreams, HTTP2_LIMITS.streams],
      [Setting.InitialWindowSize, HTTP2_LIMITS.streamWindow],
      [Setting.MaxHeaderListSize, HTTP2_LIMITS.head.listBytes],
    ]);
    this.frames.windowUpdate(0, HTTP2_LIMITS.connectionWindow - DEFAULT_WINDOW);
    this.flushSoon();
  }

  goAway(lastStream: number, code: ErrorCode): void {
    this.frames.goAway(lastStream, code);
    this.flushSoon();
  }

  settingsAck(): void {
    this.frames.settingsAck();
    this.flushSoon();
  }

  /** Repeats the eight bytes from `from` on. */
  pingAck(bytes: Buffer, from: number): void {
    this.frames.pingAck(bytes, from);
    this.flushSoon();
  }

  /** Resets a stream that is not open (any more). */
  resetClosed(id: number, code: ErrorCode): void {
    this.frames.reset(id, code);
    this.streams.close(id, Ending.OurReset);
    this.flushSoon();
  }

  /** Bytes that wait here or in the socket. */
  get bytesAhead(): number {
    return this.writer.ahead;
  }

  /** The client has to take answers before it is heard any further. */
  get isFull(): boolean {
    return this.bytesAhead > HTTP2_LIMITS.answersAheadBytes;
  }

  /** The socket has something that it has not got rid of. */
  get isWriting(): boolean {
    return this.writer.waits;
  }

  /** Hands what has gathered to the socket. */
  flush(): void {
    this.isFlushAsked = false;
    if (!this.isStopped) this.writer.flush();
  }

  /** Flushes the output; nothing may follow. */
  stop(): void {
    this.flush();
    this.isStopped = true;
  }

  /** The socket is closed. @returns streams whose responses may not have arrived */
  takeUnsent(): Http2Stream[] {
    this.isStopped = true;
    return this.writer.takeUnsent();
  }

  // Limits set by the client.

  limitHeaderTable(bytes: number): void {
    this.encoder.limitTable(bytes);
  }

  /** Enlarges the connection's send window. False: the window would be too large. */
  widen(bytes: number): boolean {
    return this.scheduler.widen(bytes);
  }

  /** Enlarges or reduces a stream's send window. False: the window would be too large. */
  widenStream(stream: Http2Stream, bytes: number): boolean {
    stream.sendWindow += bytes;
    if (stream.sendWindow > MAX_WINDOW) return false;
    this.scheduler.enter(stream);
    return true;
  }

  /** Counts received body bytes. False: they exceed the receive window. */
  takeReceived(bytes: number): boolean {
    return this.receiveWindow.take(bytes);
  }

  /** So many bytes were consumed or dropped: the client may send as many more. */
  creditConnection(bytes: number): void {
    const credited = this.receiveWindow.credit(bytes);
    if (credited === 0 || this.isStopped) return;
    this.frames.windowUpdate(0, credited);
    this.flushSoon();
  }

  /** Sends what the windows and the socket allow. */
  sendBodies(): void {
    const bytes = HTTP2_LIMITS.bodyAheadBytes - this.writer.ahead;
    if (bytes <= 0) return;
    const before = this.scheduler.frames;
    const drained = this.scheduler.send(bytes, this.onResponseSent);
    const sent = this.scheduler.frames - before;
    if (sent > 0) {
      this.floods.framesSent(sent);
      this.flushSoon();
    }
    for (const stream of drained) stream.tellDrain();
  }

  // Output of the streams.

  sendInformational(stream: Http2Stream, status: number, fields: HeaderList): void {
    // Hints that come after what the client has still to take are of no use to it.
    if (fields.length > 0 && this.bytesAhead > HTTP2_LIMITS.bodyAheadBytes) return;
    this.frames.headers(stream.id, encodeHead(this.encoder, status, fields, null), false);
    this.flushSoon();
  }

  sendHead(stream: Http2Stream, status: number, fields: HeaderList, endsStream: boolean): void {
    const block = encodeHead(this.encoder, status, fields, stream.context!.receivedAtMs);
    this.frames.headers(stream.id, block, endsStream);
    this.floods.framesSent(1);
    this.flushSoon();
    if (endsStream) this.onResponseSent(stream);
  }

  sendTrailers(stream: Http2Stream, fields: HeaderList): void {
    this.frames.headers(stream.id, encodeTrailers(this.encoder, fields), true);
  }

  queueData(stream: Http2Stream): void {
    if (stream.waiting === 0) {
      if (stream.complete && stream.sendTo(this.frames, 0)) this.onResponseSent(stream);
      this.flushSoon();
      return;
    }
    this.scheduler.enter(stream);
    this.sendBodies();
    if (stream.waiting > 0 && !stream.over) stream.held();
  }

  credit(stream: Http2Stream, bytes: number): void {
    this.creditConnection(bytes);
    const credited = stream.receiveWindow.credit(bytes);
    if (credited === 0 || stream.received || stream.over) return;
    this.frames.windowUpdate(stream.id, credited);
    this.flushSoon();
  }

  reset(stream: Http2Stream, code: ErrorCode): void {
    if (stream.over) return;
    this.frames.reset(stream.id, code);
    this.remove(stream, Ending.OurReset);
    stream.tellAbandoned();
    this.flushSoon();
  }

  /** Removes the stream; its further output is dropped. */
  remove(stream: Http2Stream, ending: Ending): void {
    this.streams.close(stream.id, ending);
    stream.detach();
    if (stream.unread > 0) this.creditConnection(stream.unread);
    this.events.onStreamClosed();
  }

  /** All of a response is on its way. The rest of a request that it did not wait for is not wanted. */
  private readonly onResponseSent = (stream: Http2Stream): void => {
    if (!stream.received) this.frames.reset(stream.id, ErrorCode.NoError);
    this.writer.finishes(stream);
    this.remove(stream, stream.received ? Ending.Known : Ending.OurReset);
  };

  private flushSoon(): void {
    if (this.isFlushAsked) return;
    this.isFlushAsked = true;
    this.events.flushSoon();
  }
}
