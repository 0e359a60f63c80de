import type { TLSSocket } from 'node:tls';
import { type ClientConnection, connectionOf } from '../client-connection.ts';
import type { Edge } from '../edge.ts';
import { HEAD_LIMITS } from '../framing/head.ts';
import { HeaderKind } from '../framing/header-kind.ts';
import { type Http2Head, readHttp2Head } from '../framing/http2-head.ts';
import { ended, run } from '../pipeline.ts';
import type { HeaderList } from '../reply.ts';
import { RequestContext } from '../request-context.ts';
import { newRequestId } from '../request-id.ts';
import { isGrpcType } from '../upstream/http2-request-fields.ts';
import { ClientSettings } from './client-settings.ts';
import { ClosedStreams, Ending } from './closed-streams.ts';
import { FrameReader, type FrameSink } from './frame-reader.ts';
import {
  DEFAULT_WINDOW,
  ErrorCode,
  Flag,
  FrameType,
  MAX_STREAM_ID,
  MAX_WINDOW,
  readUint31,
  Setting,
} from './frames.ts';
import { HeaderBlock, readHeadersFrame } from './header-block.ts';
import { FieldRole } from './header-field.ts';
import { HpackDecoder } from './hpack/hpack-decoder.ts';
import { HpackEncoder } from './hpack/hpack-encoder.ts';
import { Http2Stream, type StreamChannel } from './http2-stream.ts';
import { Outbox } from './outbox.ts';
import { SendingTurns } from './sending-turns.ts';
import { TokenBudget } from './token-budget.ts';
import { encodeHead, encodeTrailers } from './wire-response.ts';

/** What one connection may cost; the attacks that a bound answers are named beside it. */
export const HTTP2_LIMITS = {
  streams: 100,
  /** Bytes of bodies that nobody has read yet, on a stream and on all of them. */
  streamWindow: 256 * 1024,
  connectionWindow: 1024 * 1024,
  tableBytes: 4_096,
  /** Cookies may come in crumbs, which are one field when they are joined; HPACK bombs. */
  head: { listBytes: HEAD_LIMITS.headBytes, fields: 2 * HEAD_LIMITS.fields },
  /** Streams that the client resets or makes us reset, at once and per second (CVE-2023-44487, CVE-2025-8671). */
  resets: { burst: 200, perSecond: 50 },
  /** Frames that carry nothing of a request: PING, SETTINGS, PRIORITY, empty DATA, unknown ones … */
  idleTalk: { burst: 1_000, perSecond: 100 },
  /** … and as many more for each frame of ours, since windows are widened for those. */
  idleTalkPerFrame: 2,
} as const;

/** Written and not yet taken by the socket: so much of bodies, … */
const BODY_AHEAD_BYTES = 128 * 1024;
/** … and so much of everything before we stop listening (floods whose answers are never read). */
const ANSWERS_AHEAD_BYTES = 384 * 1024;
/** A frame, a header block, or the preface has begun and does not end. */
const FRAME_MS = 10_000;
const SETTINGS_ACK_MS = 30_000;
/** The client takes nothing of what the socket holds. */
const WRITE_IDLE_MS = 60_000;
const IDLE_MS = 90_000;
/** While the worker drains: requests may be on their way before the client has heard of it. */
const LAST_REQUESTS_MS = 1_000;
/** After our last word, so that a reset does not overtake it on its way to a client that is still sending. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 4 * 1024 * 1024;

const Phase = {
  Open: 0,
  /** Our side is closed; what the client still says is dropped. */
  Lingering: 1,
  Over: 2,
} as const;
type Phase = (typeof Phase)[keyof typeof Phase];

/** Who keeps the connections of a worker. */
export interface ConnectionKeeper {
  /** `performance.now()`, at most a second old. */
  readonly now: number;
  /** Calls `flush` when this turn of the event loop has been heard out. */
  flushSoon(connection: Http2Connection): void;
  gone(connection: Http2Connection): void;
}

/** Responses that have been handed to the socket together. */
interface Batch {
  bytes: number;
  streams: readonly Http2Stream[];
}

const NO_STREAMS: readonly Http2Stream[] = [];

/** One HTTP/2 connection of a client (RFC 9113). */
export class Http2Connection implements FrameSink, StreamChannel {
  readonly #edge: Edge;
  readonly #socket: TLSSocket;
  readonly #keeper: ConnectionKeeper;
  readonly #facts: ClientConnection;
  readonly #reader = new FrameReader(this);
  readonly #decoder = new HpackDecoder(HTTP2_LIMITS.tableBytes, HTTP2_LIMITS.head);
  readonly #encoder = new HpackEncoder();
  readonly #outbox = new Outbox();
  readonly #turns = new SendingTurns(this.#outbox);
  readonly #streams = new Map<number, Http2Stream>();
  readonly #closed = new ClosedStreams();
  readonly #client = new ClientSettings();
  readonly #resets: TokenBudget;
  readonly #idleTalk: TokenBudget;
  #phase: Phase = Phase.Open;
  #lastStream = 0;
  #block: HeaderBlock | null = null;
  #settingsCame = false;
  #settingsAcked = false;
  /** Bytes of bodies that the client may still send on the connection, and those to be given back to it. */
  #receiveWindow: number = HTTP2_LIMITS.connectionWindow;
  #uncredited = 0;
  /** The DATA frame under way: whose, how long, and how much of it was no padding. Null: nobody's. */
  #dataStream: Http2Stream | null = null;
  #dataLength = 0;
  #dataBytes = 0;
  /** Streams of whose bodies something has arrived in this read. */
  #fresh: Http2Stream[] = [];
  #flushAsked = false;
  #finished: Http2Stream[] = [];
  /** In the order in which the socket will have taken them. */
  readonly #batches: Batch[] = [];
  #unwritten = 0;
  #paused = false;
  readonly #openedAt: number;
  #activeAt: number;
  #writtenAt: number;
  /** -1: nothing has begun that has not ended. */
  #incompleteSince = -1;
  /** No stream after #lastStream is served. */
  #lastWordSaid = false;
  #lastRequestsUntil = Number.POSITIVE_INFINITY;
  #lingersUntil = Number.POSITIVE_INFINITY;
  #lingeredBytes = 0;

  constructor(edge: Edge, socket: TLSSocket, keeper: ConnectionKeeper) {
    this.#edge = edge;
    this.#socket = socket;
    this.#keeper = keeper;
    this.#facts = connectionOf(socket);
    const { now } = keeper;
    this.#openedAt = now;
    this.#activeAt = now;
    this.#writtenAt = now;
    this.#incompleteSince = now;
    this.#resets = new TokenBudget(HTTP2_LIMITS.resets.burst, HTTP2_LIMITS.resets.perSecond, now);
    this.#idleTalk = new TokenBudget(HTTP2_LIMITS.idleTalk.burst, HTTP2_LIMITS.idleTalk.perSecond, now);
    this.#outbox.settings([
      [Setting.MaxConcurrentStreams, HTTP2_LIMITS.streams],
      [Setting.InitialWindowSize, HTTP2_LIMITS.streamWindow],
      [Setting.MaxHeaderListSize, HTTP2_LIMITS.head.listBytes],
    ]);
    this.#outbox.windowUpdate(0, HTTP2_LIMITS.connectionWindow - DEFAULT_WINDOW);
    this.#flushSoon();
    socket.on('data', (chunk: Buffer) => this.#onBytes(chunk));
    socket.on('end', () => this.#onEnd());
    // What breaks off is told by 'close'.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#onClose());
  }

  // What the keeper says.

  /** The worker drains: ends the connection as soon as that disturbs no request. */
  drain(): void {
    if (this.#phase !== Phase.Open || this.#lastRequestsUntil !== Number.POSITIVE_INFINITY) return;
    this.#lastRequestsUntil = performance.now() + LAST_REQUESTS_MS;
    this.#outbox.goAway(MAX_STREAM_ID, ErrorCode.NoError);
    this.#flushSoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Once a second or so: ends what takes too long. */
  check(now: number): void {
    if (this.#phase === Phase.Lingering) {
      if (now >= this.#lingersUntil) this.#socket.destroy();
      return;
    }
    if (this.#unwritten > 0 && now - this.#writtenAt > WRITE_IDLE_MS) {
      this.#socket.destroy();
      return;
    }
    if (this.#incompleteSince >= 0 && now - this.#incompleteSince > FRAME_MS) {
      this.onFault(ErrorCode.EnhanceYourCalm);
      return;
    }
    if (!this.#settingsAcked && now - this.#openedAt > SETTINGS_ACK_MS) {
      this.onFault(ErrorCode.SettingsTimeout);
      return;
    }
    const isIdle = this.#streams.size === 0 && now - this.#activeAt > IDLE_MS;
    if (isIdle || now >= this.#lastRequestsUntil) this.#sayLastWord();
  }

  /** Writes what has gathered. */
  flush(): void {
    this.#flushAsked = false;
    const { bytes } = this.#outbox;
    if (bytes === 0 || this.#phase === Phase.Over) return;
    const pieces = this.#outbox.take();
    const batch: Batch = { bytes, streams: this.#finished.length === 0 ? NO_STREAMS : this.#finished };
    if (this.#finished.length > 0) this.#finished = [];
    this.#batches.push(batch);
    if (this.#unwritten === 0) this.#writtenAt = this.#keeper.now;
    this.#unwritten += bytes;
    const socket = this.#socket;
    const last = pieces.length - 1;
    if (last > 0) socket.cork();
    for (let index = 0; index < last; index += 1) socket.write(pieces[index]!);
    socket.write(pieces[last]!, this.#onWritten);
    if (last > 0) socket.uncork();
  }

  // What the socket says.

  #onBytes(bytes: Buffer): void {
    if (this.#phase !== Phase.Open) {
      this.#lingeredBytes += bytes.length;
      if (this.#lingeredBytes > LINGER_BYTES) this.#socket.destroy();
      return;
    }
    const frames = this.#reader.frames;
    this.#activeAt = this.#keeper.now;
    this.#reader.read(bytes);
    if (this.#fresh.length > 0) this.#deliver();
    if (this.#block === null) {
      if (!this.#reader.waitsForRest) this.#incompleteSince = -1;
      else if (this.#incompleteSince < 0 || this.#reader.frames > frames)
        this.#incompleteSince = this.#keeper.now;
    }
    this.#settleReading();
  }

  readonly #onWritten = (): void => {
    // Broken off: 'close' tells everybody whose answer has not gone.
    const batch = this.#socket.destroyed ? undefined : this.#batches.shift();
    if (batch === undefined) return;
    this.#unwritten -= batch.bytes;
    this.#writtenAt = this.#keeper.now;
    this.#activeAt = this.#writtenAt;
    for (const stream of batch.streams) ended(stream.context!, this.#edge, false);
    this.#run();
    this.#settleReading();
  };

  #onEnd(): void {
    // Whoever waits for an answer and closes does not want it.
    if (this.#streams.size > 0 || this.#phase === Phase.Lingering) this.#socket.destroy();
    else this.#socket.end();
  }

  #onClose(): void {
    this.#phase = Phase.Over;
    this.#reader.stop();
    const left = [
      ...this.#batches.splice(0).flatMap(({ streams }) => streams),
      ...this.#finished.splice(0),
      ...this.#streams.values(),
    ];
    this.#streams.clear();
    this.#keeper.gone(this);
    for (const stream of left) {
      stream.detach();
      ended(stream.context!, this.#edge, true);
    }
  }

  // What the frames say.

  onFrame(type: number, flags: number, stream: number, bytes: Buffer, from: number, to: number): void {
    if (!this.#isInOrder(type, stream, flags)) {
      this.onFault(ErrorCode.Protocol);
      return;
    }
    const length = to - from;
    switch (type) {
      case FrameType.Headers:
        this.#onHeaders(flags, stream, bytes, from, to);
        return;
      case FrameType.Continuation:
        this.#onContinuation(flags, bytes, from, to);
        return;
      case FrameType.RstStream:
        if (stream === 0 || stream > this.#lastStream) this.onFault(ErrorCode.Protocol);
        else if (length !== 4) this.onFault(ErrorCode.FrameSize);
        else this.#onReset(stream);
        return;
      case FrameType.WindowUpdate:
        if (length !== 4) this.onFault(ErrorCode.FrameSize);
        else if (this.#mayTalk()) this.#onWindowUpdate(stream, readUint31(bytes, from));
        return;
      case FrameType.Settings:
        this.#onSettings(flags, stream, bytes, from, to);
        return;
      case FrameType.Ping:
        if (stream !== 0) this.onFault(ErrorCode.Protocol);
        else if (length !== 8) this.onFault(ErrorCode.FrameSize);
        else if (this.#mayTalk() && (flags & Flag.Ack) === 0) {
          this.#outbox.pingAck(bytes, from);
          this.#flushSoon();
        }
        return;
      case FrameType.Priority:
        if (stream === 0) this.onFault(ErrorCode.Protocol);
        else if (length !== 5) this.#onBadPriority(stream, ErrorCode.FrameSize);
        else if (readUint31(bytes, from) === stream) this.#onBadPriority(stream, ErrorCode.Protocol);
        else this.#mayTalk();
        return;
      case FrameType.PushPromise:
        this.onFault(ErrorCode.Protocol);
        return;
      case FrameType.GoAway:
        if (stream !== 0) this.onFault(ErrorCode.Protocol);
        else if (length < 8) this.onFault(ErrorCode.FrameSize);
        // It opens no further streams; those under way are finished.
        else this.#sayLastWord();
        return;
      default:
        // Unknown kinds are to be ignored, within reason.
        this.#mayTalk();
    }
  }

  onDataHead(id: number, length: number): void {
    this.#dataStream = null;
    this.#dataLength = length;
    this.#dataBytes = 0;
    if (!this.#isInOrder(FrameType.Data, id, 0) || id === 0 || id > this.#lastStream) {
      this.onFault(ErrorCode.Protocol);
      return;
    }
    this.#receiveWindow -= length;
    if (this.#receiveWindow < 0) {
      this.onFault(ErrorCode.FlowControl);
      return;
    }
    const stream = this.#streams.get(id);
    if (stream === undefined) {
      // What was on its way when we ended the stream is read over.
      if (this.#closed.find(id) !== Ending.OurReset) this.#refuseFrame(id, ErrorCode.StreamClosed);
    } else if (stream.received) this.#refuse(stream, ErrorCode.StreamClosed);
    else if (length > stream.receiveWindow) this.#refuse(stream, ErrorCode.FlowControl);
    else {
      stream.receiveWindow -= length;
      this.#dataStream = stream;
    }
  }

  onData(bytes: Buffer, from: number, to: number): void {
    this.#dataBytes += to - from;
    const stream = this.#dataStream;
    if (stream === null || stream.over) this.#creditConnection(to - from);
    else if (!stream.receive(bytes, from, to)) this.#refuse(stream, ErrorCode.Protocol);
    else this.#noteFresh(stream);
  }

  onDataEnd(endsStream: boolean): void {
    const stream = this.#dataStream;
    const padding = this.#dataLength - this.#dataBytes;
    this.#dataStream = null;
    if (stream === null || stream.over) {
      this.#creditConnection(padding);
      return;
    }
    if (padding > 0) this.credit(stream, padding);
    if (endsStream) {
      if (!stream.finish([])) this.#refuse(stream, ErrorCode.Protocol);
      else this.#noteFresh(stream);
    } else if (this.#dataBytes === 0) this.#mayTalk();
  }

  /** The client has broken the protocol, or asks too much: the connection ends, and says why. */
  onFault(code: ErrorCode): void {
    if (this.#phase !== Phase.Open) return;
    this.#edge.counters.clientErrors += 1;
    const left = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of left) this.#letGo(stream);
    this.#outbox.goAway(this.#lastStream, code);
    this.#close();
  }

  /** After the client's preface come its settings; nothing stands between the parts of a header block. */
  #isInOrder(type: number, stream: number, flags: number): boolean {
    if (!this.#settingsCame) return type === FrameType.Settings && (flags & Flag.Ack) === 0;
    if (this.#block === null) return type !== FrameType.Continuation;
    return type === FrameType.Continuation && stream === this.#block.stream;
  }

  #onHeaders(flags: number, id: number, bytes: Buffer, from: number, to: number): void {
    if (id % 2 === 0) {
      this.onFault(ErrorCode.Protocol);
      return;
    }
    const frame = readHeadersFrame(flags, id, bytes, from, to);
    if (typeof frame === 'number') {
      this.onFault(frame);
    } else if ((flags & Flag.EndHeaders) !== 0) {
      this.#onBlock(id, bytes, frame.from, frame.to, frame.endsStream, frame.dependsOnItself);
    } else {
      this.#block = new HeaderBlock(id, frame, bytes);
      this.#incompleteSince = this.#keeper.now;
    }
  }

  #onContinuation(flags: number, bytes: Buffer, from: number, to: number): void {
    const block = this.#block!;
    if (!block.add(bytes, from, to)) {
      this.onFault(ErrorCode.EnhanceYourCalm);
    } else if ((flags & Flag.EndHeaders) !== 0) {
      this.#block = null;
      const whole = block.whole();
      this.#onBlock(block.stream, whole, 0, whole.length, block.endsStream, block.dependsOnItself);
    }
  }

  #onBlock(
    id: number,
    bytes: Buffer,
    from: number,
    to: number,
    endsStream: boolean,
    dependsOnItself: boolean,
  ): void {
    // Even where nobody wants it: the next block may build upon it.
    if (!this.#decoder.decode(bytes, from, to)) {
      this.onFault(ErrorCode.Compression);
      return;
    }
    const stream = this.#streams.get(id);
    if (stream !== undefined) this.#onTrailers(stream, endsStream);
    else if (id <= this.#lastStream) this.#onLateBlock(id);
    else if (!this.#lastWordSaid) {
      this.#lastStream = id;
      if (dependsOnItself) this.#refuseFrame(id, ErrorCode.Protocol);
      else if (this.#streams.size >= HTTP2_LIMITS.streams) this.#refuseFrame(id, ErrorCode.RefusedStream);
      else this.#open(id, endsStream);
    }
  }

  #onLateBlock(id: number): void {
    const ending = this.#closed.find(id);
    if (ending === Ending.OurReset) return;
    this.onFault(ending === null ? ErrorCode.Protocol : ErrorCode.StreamClosed);
  }

  /** A request. */
  #open(id: number, endsHere: boolean): void {
    const head = readHttp2Head(this.#decoder.fields);
    const declared =
      head === null || typeof head.judgement === 'string' ? null : head.judgement.contentLength;
    if (head === null || (endsHere && (declared ?? 0) > 0)) {
      this.#edge.counters.clientErrors += 1;
      this.#refuseFrame(id, ErrorCode.Protocol);
      return;
    }
    if (this.#decoder.overflow) head.judgement = 'head_too_large';
    if (typeof head.judgement === 'string') this.#edge.counters.clientErrors += 1;
    const stream = new Http2Stream(this, this.#edge, {
      id,
      endsHere,
      hasPace: !endsHere && !isGrpcCall(head.rawHeaders),
      isHead: head.method === 'HEAD',
      contentLength: declared,
      sendWindow: this.#client.initialWindow,
      receiveWindow: HTTP2_LIMITS.streamWindow,
    });
    this.#streams.set(id, stream);
    const context = this.#contextOf(stream, head);
    stream.context = context;
    run(context, this.#edge);
  }

  #contextOf(stream: Http2Stream, head: Http2Head): RequestContext {
    const receivedAtMs = Date.now();
    const expectsContinue = typeof head.judgement !== 'string' && head.judgement.expectsContinue;
    return new RequestContext({
      requestId: newRequestId(receivedAtMs),
      receivedAtMs,
      connection: this.#facts,
      protocol: 'HTTP/2.0',
      method: head.method,
      rawTarget: head.target,
      rawHeaders: head.rawHeaders,
      head: head.judgement,
      body: stream.body,
      reply: stream,
      upgrade: null,
      sendContinue: expectsContinue ? () => stream.sendContinue() : null,
    });
  }

  #onTrailers(stream: Http2Stream, endsStream: boolean): void {
    if (stream.received) {
      this.#refuse(stream, ErrorCode.StreamClosed);
      return;
    }
    const trailers: string[] = [];
    let isRight = endsStream && !this.#decoder.overflow;
    for (const { name, value, role, kind } of this.#decoder.fields) {
      // Lengths among trailers are the work of somebody who hopes for a second reading.
      if (role !== FieldRole.Regular || kind === HeaderKind.ContentLength) isRight = false;
      trailers.push(name, value);
    }
    if (!isRight || !stream.finish(trailers)) this.#refuse(stream, ErrorCode.Protocol);
    else this.#noteFresh(stream);
  }

  #onReset(id: number): void {
    const stream = this.#streams.get(id);
    if (stream !== undefined) {
      this.#remove(stream, Ending.Known);
      ended(stream.context!, this.#edge, true);
    }
    this.#countReset();
  }

  /** Otherwise priorities are read over. */
  #onBadPriority(id: number, code: ErrorCode): void {
    if (id > this.#lastStream) this.onFault(code);
    else this.#refuseFrame(id, code);
  }

  #onWindowUpdate(id: number, bytes: number): void {
    if (id === 0) {
      if (bytes === 0) this.onFault(ErrorCode.Protocol);
      else if (!this.#turns.widen(bytes)) this.onFault(ErrorCode.FlowControl);
      else this.#run();
      return;
    }
    const stream = this.#streams.get(id);
    if (stream === undefined) {
      if (id > this.#lastStream) this.onFault(ErrorCode.Protocol);
      return;
    }
    stream.sendWindow += bytes;
    if (bytes === 0) this.#refuse(stream, ErrorCode.Protocol);
    else if (stream.sendWindow > MAX_WINDOW) this.#refuse(stream, ErrorCode.FlowControl);
    else {
      this.#turns.enter(stream);
      this.#run();
    }
  }

  #onSettings(flags: number, stream: number, bytes: Buffer, from: number, to: number): void {
    if (stream !== 0) {
      this.onFault(ErrorCode.Protocol);
      return;
    }
    if (!this.#mayTalk()) return;
    if ((flags & Flag.Ack) !== 0) {
      if (to > from) this.onFault(ErrorCode.FrameSize);
      this.#settingsAcked = true;
      return;
    }
    this.#settingsCame = true;
    const before = this.#client.initialWindow;
    const fault =
      this.#client.read(bytes, from, to) ?? this.#moveWindows(this.#client.initialWindow - before);
    if (fault !== null) {
      this.onFault(fault);
      return;
    }
    this.#encoder.limitTable(this.#client.headerTableSize);
    this.#outbox.settingsAck();
    this.#flushSoon();
    if (this.#client.initialWindow > before) this.#run();
  }

  /** A window that the client declares anew holds for the streams that are open already (RFC 9113, 6.9.2). */
  #moveWindows(by: number): ErrorCode | null {
    if (by === 0) return null;
    for (const stream of this.#streams.values()) {
      stream.sendWindow += by;
      if (stream.sendWindow > MAX_WINDOW) return ErrorCode.FlowControl;
      this.#turns.enter(stream);
    }
    return null;
  }

  // What the streams want.

  sendInformational(stream: Http2Stream, status: number, fields: HeaderList): void {
    this.#outbox.headers(stream.id, encodeHead(this.#encoder, status, fields, null), false);
    this.#flushSoon();
  }

  sendHead(stream: Http2Stream, status: number, fields: HeaderList, endsStream: boolean): void {
    const block = encodeHead(this.#encoder, status, fields, stream.context!.receivedAtMs);
    this.#outbox.headers(stream.id, block, endsStream);
    this.#idleTalk.earn(HTTP2_LIMITS.idleTalkPerFrame);
    this.#flushSoon();
    if (endsStream) this.#responseSent(stream);
  }

  sendTrailers(stream: Http2Stream, fields: HeaderList): void {
    this.#outbox.headers(stream.id, encodeTrailers(this.#encoder, fields), true);
  }

  queueData(stream: Http2Stream): void {
    if (stream.waiting === 0) {
      if (stream.complete && stream.sendTo(this.#outbox, 0)) this.#responseSent(stream);
      this.#flushSoon();
      return;
    }
    this.#turns.enter(stream);
    this.#run();
    if (stream.waiting > 0 && !stream.over) stream.held();
  }

  credit(stream: Http2Stream, bytes: number): void {
    this.#creditConnection(bytes);
    stream.uncredited += bytes;
    if (stream.received || stream.over || 2 * stream.uncredited < HTTP2_LIMITS.streamWindow) return;
    this.#outbox.windowUpdate(stream.id, stream.uncredited);
    stream.receiveWindow += stream.uncredited;
    stream.uncredited = 0;
    this.#flushSoon();
  }

  reset(stream: Http2Stream, code: ErrorCode): void {
    if (stream.over) return;
    this.#outbox.reset(stream.id, code);
    this.#remove(stream, Ending.OurReset);
    this.#tellLeft(stream);
    this.#flushSoon();
  }

  // How all of it goes on.

  /** Bodies are handed on when a whole read has been heard out: many small frames are one piece then. */
  #noteFresh(stream: Http2Stream): void {
    if (stream.fresh) return;
    stream.fresh = true;
    this.#fresh.push(stream);
  }

  #deliver(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const stream of fresh) {
      stream.fresh = false;
      if (!stream.over) stream.body!.deliver();
    }
  }

  /** Sends what the windows and the socket have room for. */
  #run(): void {
    const room = BODY_AHEAD_BYTES - this.#unwritten - this.#outbox.bytes;
    if (room <= 0) return;
    const before = this.#turns.frames;
    const drained = this.#turns.run(room, this.#onSent);
    const sent = this.#turns.frames - before;
    if (sent > 0) {
      this.#idleTalk.earn(HTTP2_LIMITS.idleTalkPerFrame * sent);
      this.#flushSoon();
    }
    for (const stream of drained) stream.tellDrain();
  }

  readonly #onSent = (stream: Http2Stream): void => {
    this.#responseSent(stream);
  };

  /** All of a response is in the outbox. The rest of a request that it did not wait for is not wanted. */
  #responseSent(stream: Http2Stream): void {
    if (!stream.received) this.#outbox.reset(stream.id, ErrorCode.NoError);
    this.#finished.push(stream);
    this.#remove(stream, stream.received ? Ending.Known : Ending.OurReset);
  }

  #remove(stream: Http2Stream, ending: Ending): void {
    this.#streams.delete(stream.id);
    this.#closed.add(stream.id, ending);
    stream.detach();
    if (stream.unread > 0) this.#creditConnection(stream.unread);
    if (this.#lastWordSaid && this.#streams.size === 0) this.#close();
  }

  /** Not from here: what we are called from may still be at work on the request. */
  #tellLeft(stream: Http2Stream): void {
    process.nextTick(() => ended(stream.context!, this.#edge, true));
  }

  #letGo(stream: Http2Stream): void {
    stream.detach();
    this.#tellLeft(stream);
  }

  /** The client has broken the rules on a stream that is served. */
  #refuse(stream: Http2Stream, code: ErrorCode): void {
    this.reset(stream, code);
    this.#countReset();
  }

  /** The same on a stream that is not, or not any more. */
  #refuseFrame(id: number, code: ErrorCode): void {
    const stream = this.#streams.get(id);
    if (stream !== undefined) {
      this.#refuse(stream, code);
      return;
    }
    this.#outbox.reset(id, code);
    this.#closed.add(id, Ending.OurReset);
    this.#flushSoon();
    this.#countReset();
  }

  #countReset(): void {
    if (!this.#resets.spend(this.#keeper.now)) this.onFault(ErrorCode.EnhanceYourCalm);
  }

  #mayTalk(): boolean {
    if (this.#idleTalk.spend(this.#keeper.now)) return true;
    this.onFault(ErrorCode.EnhanceYourCalm);
    return false;
  }

  #creditConnection(bytes: number): void {
    this.#uncredited += bytes;
    if (2 * this.#uncredited < HTTP2_LIMITS.connectionWindow || this.#phase !== Phase.Open) return;
    this.#outbox.windowUpdate(0, this.#uncredited);
    this.#receiveWindow += this.#uncredited;
    this.#uncredited = 0;
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#flushAsked) return;
    this.#flushAsked = true;
    this.#keeper.flushSoon(this);
  }

  #settleReading(): void {
    const full = this.#unwritten + this.#outbox.bytes > ANSWERS_AHEAD_BYTES;
    if (full === this.#paused || this.#phase === Phase.Over) return;
    this.#paused = full;
    if (full) this.#socket.pause();
    else this.#socket.resume();
  }

  /** No stream after those of now; the connection ends with the last of them. */
  #sayLastWord(): void {
    if (this.#lastWordSaid) return;
    this.#lastWordSaid = true;
    this.#outbox.goAway(this.#lastStream, ErrorCode.NoError);
    this.#flushSoon();
    if (this.#streams.size === 0) this.#close();
  }

  /** Says that nothing more comes, and hears the client out for a moment. */
  #close(): void {
    if (this.#phase !== Phase.Open) return;
    this.#phase = Phase.Lingering;
    this.#reader.stop();
    this.#block = null;
    this.#lingersUntil = performance.now() + LINGER_MS;
    this.flush();
    this.#socket.end();
    if (!this.#paused) return;
    this.#paused = false;
    this.#socket.resume();
  }
}

/** Calls that may stream both ways for hours: nobody can say what is too slow there. */
function isGrpcCall(headers: readonly string[]): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === 'content-type') return isGrpcType(headers[index + 1]!);
  }
  return false;
}
