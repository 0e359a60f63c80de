import { ErrorCode } from '../../http/http2/frames.ts';
import type { Hold } from '../../io/shares/fair-pool.ts';
import type { HeaderList, Reply } from '../../request/reply.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { replyWith } from '../../request/respond.ts';
import { shedRequest } from '../../request/shed-request.ts';
import { EdgeAction } from '../../request/verdict.ts';
import type { ServerPorts } from '../connections/server-ports.ts';
import { withAltSvc } from './alt-svc.ts';
import type { FrameBuffer } from './frame-buffer.ts';
import { type BodyOwner, Http2Body } from './http2-body.ts';
import { HTTP2_LIMITS } from './http2-limits.ts';
import { ReceiveWindow } from './receive-window.ts';
import { SendQueue } from './send-queue.ts';
import { StreamWatch, type WatchedStream } from './stream-watch.ts';

/** Bytes in a stream's queue above which its writer is asked to pause, and below which to resume. */
const QUEUE_HIGH_BYTES = 64 * 1024;
const QUEUE_LOW_BYTES = 32 * 1024;

/** A stream's interface to its connection. */
export interface StreamChannel {
  sendInformational(stream: Http2Stream, status: number, fields: HeaderList): void;
  sendHead(stream: Http2Stream, status: number, fields: HeaderList, endsStream: boolean): void;
  sendTrailers(stream: Http2Stream, fields: HeaderList): void;
  /** The stream has data queued, or its end to send. */
  queueData(stream: Http2Stream): void;
  /** Allows the client to send this many more bytes (WINDOW_UPDATE). */
  credit(stream: Http2Stream, bytes: number): void;
  reset(stream: Http2Stream, code: ErrorCode): void;
}

export interface StreamFacts {
  id: number;
  /** Whether the headers ended the stream, so that there is no body. */
  endsHere: boolean;
  isHead: boolean;
  /** Null: the head does not say. */
  contentLength: number | null;
  /** Initial send window. */
  sendWindow: number;
}

/** One request and its response on an HTTP/2 connection: the way back to the client. */
export class Http2Stream implements Reply, BodyOwner, WatchedStream {
  readonly id: number;
  readonly body: Http2Body | null;
  private readonly channel: StreamChannel;
  private readonly isHead: boolean;
  private readonly contentLength: number | null;
  private readonly watch: StreamWatch;
  private readonly ports: ServerPorts;
  /** Room for what has arrived and not been read; null: it has needed none. */
  private hold: Hold | null = null;
  private readonly queue = new SendQueue();
  context: RequestContext | null = null;
  started = false;
  /** The response has been written, though perhaps not sent. */
  complete = false;
  /** Nothing goes either way any more. */
  over = false;
  sendWindow: number;
  readonly receiveWindow = new ReceiveWindow(HTTP2_LIMITS.streamWindow);
  /** It waits for its turn to send. */
  queued = false;
  /** Whether part of the body arrived in the current read. */
  fresh = false;
  /** Arrived and not yet handed on. */
  unread = 0;
  private receivedBytes = 0;
  private unsentHead: { status: number; fields: HeaderList } | null = null;
  private bodyless = false;
  private trailers: HeaderList | null = null;
  private drain: (() => void) | null = null;
  private isDrainAsked = false;

  constructor(channel: StreamChannel, ports: ServerPorts, facts: StreamFacts) {
    this.channel = channel;
    this.ports = ports;
    this.id = facts.id;
    this.isHead = facts.isHead;
    this.contentLength = facts.contentLength;
    this.sendWindow = facts.sendWindow;
    this.body = facts.endsHere ? null : new Http2Body(this);
    this.watch = new StreamWatch(this, ports.deadlines);
  }

  // Called by the connection.

  /** The client has sent everything. */
  get received(): boolean {
    return this.body === null || this.body.ended;
  }

  /** A part of the body. False: more than the head has declared. */
  receive(bytes: Buffer, from: number, to: number): boolean {
    this.receivedBytes += to - from;
    this.unread += to - from;
    if (this.contentLength !== null && this.receivedBytes > this.contentLength) return false;
    this.body!.receive(bytes, from, to);
    return true;
  }

  /** The body's end. False: less than the head has declared. */
  finish(trailers: readonly string[]): boolean {
    if (this.contentLength !== null && this.receivedBytes !== this.contentLength) return false;
    this.body!.finish(trailers);
    return true;
  }

  /** All that has come in one read has been handed on as far as somebody wants it; the rest waits, if it may. */
  settleUnread(): void {
    const held = this.hold?.amount ?? 0;
    if (this.over || this.unread === held) return;
    if (this.unread < held) {
      this.hold!.give(held - this.unread);
      return;
    }
    // It has given way already: what still arrives has no reader, and the page is on its way.
    if (this.context === null || this.hold?.gone) return;
    this.hold ??= this.ports.pools.unreadBodies.open(this.context, () => this.shed());
    if (!this.hold.take(this.unread - held)) this.shed();
  }

  private shed(): void {
    shedRequest(this.context!);
    // The page goes out; the body that still arrives has no reader any more.
    this.body?.drop();
  }

  /** Bytes that could be sent if the windows allow. */
  get waiting(): number {
    return this.queue.bytes;
  }

  /** Sends this many bytes, and the end of the stream if it follows. True if that was everything. */
  sendTo(frames: FrameBuffer, bytes: number): boolean {
    const isLast = this.complete && bytes === this.queue.bytes;
    const endsStream = isLast && this.trailers === null;
    if (bytes > 0 || endsStream) {
      frames.dataHead(this.id, bytes, endsStream);
      this.queue.move(bytes, frames);
    }
    this.sendWindow -= bytes;
    if (isLast && this.trailers !== null) this.channel.sendTrailers(this, this.trailers);
    if (this.queue.bytes > 0) this.watch.taken(bytes);
    else this.watch.drained();
    return isLast;
  }

  /** The connection could not send all of it for now. */
  held(): void {
    this.watch.writes();
  }

  /** Whether a paused writer may resume. */
  get wantsDrain(): boolean {
    return this.isDrainAsked && this.queue.bytes <= QUEUE_LOW_BYTES;
  }

  tellDrain(): void {
    this.isDrainAsked = false;
    if (!this.over && !this.complete) this.drain?.();
  }

  /**
   * Called when the client has disconnected. Reported in the next tick, because the caller may still be working on the
   * request.
   */
  tellAbandoned(): void {
    process.nextTick(() => this.ports.requests.ended(this.context!, true));
  }

  /** Discards everything written from now on. */
  detach(): void {
    this.over = true;
    this.watch.over();
    this.hold?.release();
    this.hold = null;
    this.queue.clear();
    this.unsentHead = null;
    this.body?.drop();
  }

  // Called by the body.

  consumed(bytes: number): void {
    this.unread -= bytes;
    if (this.hold !== null) this.settleUnread();
    this.watch.received(bytes);
    this.channel.credit(this, bytes);
  }

  bodyWaits(waits: boolean): void {
    if (this.over) return;
    if (waits) this.watch.reads();
    else this.watch.rests();
  }

  // Called by the pace watch.

  answerTooSlow(): void {
    this.channel.reset(this, ErrorCode.Cancel);
  }

  bodyTooSlow(): void {
    const context = this.context!;
    if (context.answered || this.started) {
      this.channel.reset(this, ErrorCode.Cancel);
      return;
    }
    replyWith(context, {
      status: 408,
      action: EdgeAction.REJECT,
      reason: 'request_timeout',
      close: true,
    });
  }

  // The way back.

  sendContinue(): void {
    if (!this.over && !this.started) this.channel.sendInformational(this, 100, []);
  }

  informational(status: number, headers: HeaderList): void {
    if (status !== 103 || this.over || this.started) return;
    const links: string[] = [];
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index]!.toLowerCase() === 'link') links.push('link', headers[index + 1]!);
    }
    if (links.length > 0) this.channel.sendInformational(this, 103, links);
  }

  head(status: number, _reason: string, headers: HeaderList): void {
    this.started = true;
    if (this.over) return;
    this.bodyless = this.isHead || status === 204 || status === 304;
    this.unsentHead = { status, fields: withAltSvc(headers, this.context!, this.ports.http3Offer) };
  }

  flush(): void {
    if (!this.over) this.sendHead(false);
  }

  write(chunk: Buffer): boolean {
    if (this.over || this.bodyless) return true;
    this.sendHead(false);
    this.queue.add(chunk);
    this.channel.queueData(this);
    this.isDrainAsked = this.queue.bytes > QUEUE_HIGH_BYTES;
    return !this.isDrainAsked;
  }

  end(chunk: Buffer | null, trailers: HeaderList | null): void {
    if (this.over || this.complete) {
      this.complete = true;
      return;
    }
    if (chunk !== null && !this.bodyless) this.queue.add(chunk);
    this.trailers = trailers === null || trailers.length === 0 || this.bodyless ? null : trailers;
    this.complete = true;
    if (this.unsentHead !== null && this.queue.bytes === 0 && this.trailers === null) {
      this.sendHead(true);
      return;
    }
    this.sendHead(false);
    this.channel.queueData(this);
  }

  onDrain(listener: () => void): void {
    this.drain = listener;
  }

  abort(): void {
    if (!this.over) this.channel.reset(this, ErrorCode.Internal);
  }

  streamsCall(): void {
    if (!this.over) this.watch.streamsCall();
  }

  closeAfter(): void {
    // The rest of one stream's body is refused with its reset; the connection's other streams go on.
  }

  private sendHead(endsStream: boolean): void {
    const head = this.unsentHead;
    if (head === null) return;
    this.unsentHead = null;
    this.watch.answered();
    this.channel.sendHead(this, head.status, head.fields, endsStream);
  }
}
