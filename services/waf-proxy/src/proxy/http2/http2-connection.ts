import type { TLSSocket } from 'node:tls';
import { type ClientConnection, connectionOf } from '../client-connection.ts';
import type { Edge } from '../edge.ts';
import { readHttp2Head } from '../framing/http2-head.ts';
import { ended, run } from '../pipeline.ts';
import type { HeaderList } from '../reply.ts';
import { ClientSettings } from './client-settings.ts';
import { Ending } from './closed-streams.ts';
import { ConnectionClock, Overdue } from './connection-clock.ts';
import { FrameGrammar, type FrameMeanings } from './frame-grammar.ts';
import { FrameReader } from './frame-reader.ts';
import { DEFAULT_WINDOW, ErrorCode, MAX_STREAM_ID, MAX_WINDOW, Setting } from './frames.ts';
import { HpackDecoder } from './hpack/hpack-decoder.ts';
import { HpackEncoder } from './hpack/hpack-encoder.ts';
import { HTTP2_LIMITS } from './http2-limits.ts';
import { Http2Stream, type StreamChannel } from './http2-stream.ts';
import { Outbox } from './outbox.ts';
import { ReceiveWindow } from './receive-window.ts';
import { SendingTurns } from './sending-turns.ts';
import { SocketWriter } from './socket-writer.ts';
import { isGrpcCall, requestOf, trailersOf } from './stream-request.ts';
import { StreamTable } from './stream-table.ts';
import { TokenBudget } from './token-budget.ts';
import { encodeHead, encodeTrailers } from './wire-response.ts';

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

/** One HTTP/2 connection of a client (RFC 9113): what its frames do to streams, and what streams want sent. */
export class Http2Connection implements FrameMeanings, StreamChannel {
  readonly #edge: Edge;
  readonly #socket: TLSSocket;
  readonly #keeper: ConnectionKeeper;
  readonly #facts: ClientConnection;
  readonly #clock: ConnectionClock;
  readonly #grammar = new FrameGrammar(this);
  readonly #reader = new FrameReader(this.#grammar);
  readonly #decoder = new HpackDecoder(HTTP2_LIMITS.tableBytes, HTTP2_LIMITS.head);
  readonly #encoder = new HpackEncoder();
  readonly #outbox = new Outbox();
  readonly #writer: SocketWriter;
  readonly #turns = new SendingTurns(this.#outbox);
  readonly #streams = new StreamTable();
  readonly #client = new ClientSettings();
  readonly #window = new ReceiveWindow(HTTP2_LIMITS.connectionWindow);
  readonly #resets: TokenBudget;
  readonly #idleTalk: TokenBudget;
  #phase: Phase = Phase.Open;
  /** The DATA frame under way: whose, how long, and how much of it was no padding. Null: nobody's. */
  #dataStream: Http2Stream | null = null;
  #dataLength = 0;
  #dataBytes = 0;
  /** Streams of whose bodies something has arrived in this read. */
  #fresh: Http2Stream[] = [];
  #flushAsked = false;
  #paused = false;
  /** No further stream is served. */
  #lastWordSaid = false;
  #lingersUntil = Number.POSITIVE_INFINITY;
  #lingeredBytes = 0;

  constructor(edge: Edge, socket: TLSSocket, keeper: ConnectionKeeper) {
    this.#edge = edge;
    this.#socket = socket;
    this.#keeper = keeper;
    this.#facts = connectionOf(socket);
    this.#clock = new ConnectionClock(keeper.now);
    this.#writer = new SocketWriter(socket, this.#outbox, (streams) => this.#onTaken(streams));
    const { resets, idleTalk } = HTTP2_LIMITS;
    this.#resets = new TokenBudget(resets.burst, resets.perSecond, keeper.now);
    this.#idleTalk = new TokenBudget(idleTalk.burst, idleTalk.perSecond, keeper.now);
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
    if (this.#phase !== Phase.Open || this.#clock.drains) return;
    this.#clock.drain(performance.now());
    this.#outbox.goAway(MAX_STREAM_ID, ErrorCode.NoError);
    this.#flushSoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Once a second or so: ends what takes too long. */
  check(now: number): void {
    if (this.#phase !== Phase.Open) {
      if (now >= this.#lingersUntil) this.#socket.destroy();
      return;
    }
    switch (this.#clock.overdue(now, this.#writer.waits, this.#streams.size > 0)) {
      case Overdue.Nothing:
        return;
      case Overdue.Writing:
        this.#socket.destroy();
        return;
      case Overdue.Frame:
        this.fail(ErrorCode.EnhanceYourCalm);
        return;
      case Overdue.SettingsAck:
        this.fail(ErrorCode.SettingsTimeout);
        return;
      case Overdue.Goodbye:
        this.#sayLastWord();
    }
  }

  /** Writes what has gathered. */
  flush(): void {
    this.#flushAsked = false;
    // After our last word nothing may follow.
    if (this.#phase !== Phase.Open) return;
    if (!this.#writer.waits) this.#clock.written(this.#keeper.now);
    this.#writer.flush();
  }

  // What the socket says.

  #onBytes(bytes: Buffer): void {
    if (this.#phase !== Phase.Open) {
      this.#lingeredBytes += bytes.length;
      if (this.#lingeredBytes > LINGER_BYTES) this.#socket.destroy();
      return;
    }
    const { now } = this.#keeper;
    const { frames } = this.#reader;
    this.#clock.read(now);
    this.#reader.read(bytes);
    if (this.#fresh.length > 0) this.#deliver();
    if (!this.#grammar.inBlock) {
      if (!this.#reader.waitsForRest) this.#clock.isComplete();
      else if (this.#reader.frames > frames) this.#clock.begins(now);
      else this.#clock.goesOn(now);
    }
    this.#settleReading();
  }

  /** The socket has taken a batch; these streams' answers have gone with it. */
  #onTaken(streams: readonly Http2Stream[]): void {
    this.#clock.written(this.#keeper.now);
    for (const stream of streams) ended(stream.context!, this.#edge, false);
    this.#run();
    this.#settleReading();
  }

  #onEnd(): void {
    // Whoever waits for an answer and closes does not want it.
    if (this.#streams.size > 0 || this.#phase === Phase.Lingering) this.#socket.destroy();
    else this.#socket.end();
  }

  #onClose(): void {
    this.#phase = Phase.Over;
    this.#reader.stop();
    const left = [...this.#writer.takeUnsent(), ...this.#streams.takeAll()];
    this.#keeper.gone(this);
    for (const stream of left) {
      stream.detach();
      ended(stream.context!, this.#edge, true);
    }
  }

  // What the frames say.

  fail(code: ErrorCode): void {
    if (this.#phase !== Phase.Open) return;
    this.#edge.counters.clientErrors += 1;
    for (const stream of this.#streams.takeAll()) {
      stream.detach();
      this.#tellLeft(stream);
    }
    this.#outbox.goAway(this.#streams.last, code);
    this.#close();
  }

  onBlockBegun(): void {
    this.#clock.begins(this.#keeper.now);
  }

  onBlock(
    id: number,
    bytes: Buffer,
    from: number,
    to: number,
    endsStream: boolean,
    dependsOnItself: boolean,
  ): void {
    // Even where nobody wants it: the next block may build upon it.
    if (!this.#decoder.decode(bytes, from, to)) {
      this.fail(ErrorCode.Compression);
      return;
    }
    const stream = this.#streams.find(id);
    if (stream !== undefined) this.#onTrailers(stream, endsStream);
    else if (id <= this.#streams.last) this.#onLateBlock(id);
    else if (!this.#lastWordSaid) {
      this.#streams.last = id;
      if (dependsOnItself) this.onStreamFault(id, ErrorCode.Protocol);
      else if (this.#streams.size >= HTTP2_LIMITS.streams) this.onStreamFault(id, ErrorCode.RefusedStream);
      else this.#open(id, endsStream);
    }
  }

  onDataHead(id: number, length: number): void {
    this.#dataStream = null;
    this.#dataLength = length;
    this.#dataBytes = 0;
    const stream = this.#streams.find(id);
    if (id > this.#streams.last) this.fail(ErrorCode.Protocol);
    else if (!this.#window.take(length)) this.fail(ErrorCode.FlowControl);
    else if (stream === undefined) {
      // What was on its way when we ended the stream is read over; that comes in pieces of some size, and ends.
      if (this.#streams.endingOf(id) !== Ending.OurReset) this.onStreamFault(id, ErrorCode.StreamClosed);
      else if (length < HTTP2_LIMITS.smallPiece) this.onIdleTalk();
    } else if (stream.received) this.onStreamFault(id, ErrorCode.StreamClosed);
    else if (!stream.receiveWindow.take(length)) this.onStreamFault(id, ErrorCode.FlowControl);
    else this.#dataStream = stream;
  }

  onData(bytes: Buffer, from: number, to: number): void {
    this.#dataBytes += to - from;
    const stream = this.#dataStream;
    if (stream === null || stream.over) this.#creditConnection(to - from);
    else if (!stream.receive(bytes, from, to)) this.onStreamFault(stream.id, ErrorCode.Protocol);
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
      if (!stream.finish([])) this.onStreamFault(stream.id, ErrorCode.Protocol);
      else this.#noteFresh(stream);
    } else if (this.#dataBytes === 0) this.onIdleTalk();
  }

  onReset(id: number): void {
    if (id > this.#streams.last) {
      this.fail(ErrorCode.Protocol);
      return;
    }
    const stream = this.#streams.find(id);
    if (stream !== undefined) {
      this.#remove(stream, Ending.Known);
      ended(stream.context!, this.#edge, true);
    }
    this.#countReset();
  }

  onWindowUpdate(id: number, bytes: number): void {
    this.onIdleTalk();
    if (id === 0) {
      if (bytes === 0) this.fail(ErrorCode.Protocol);
      else if (!this.#turns.widen(bytes)) this.fail(ErrorCode.FlowControl);
      else this.#run();
      return;
    }
    const stream = this.#streams.find(id);
    if (stream === undefined) {
      if (id > this.#streams.last) this.fail(ErrorCode.Protocol);
      return;
    }
    stream.sendWindow += bytes;
    if (bytes === 0) this.onStreamFault(id, ErrorCode.Protocol);
    else if (stream.sendWindow > MAX_WINDOW) this.onStreamFault(id, ErrorCode.FlowControl);
    else {
      this.#turns.enter(stream);
      this.#run();
    }
  }

  onSettings(bytes: Buffer, from: number, to: number): void {
    this.onIdleTalk();
    const before = this.#client.initialWindow;
    const fault =
      this.#client.read(bytes, from, to) ?? this.#moveWindows(this.#client.initialWindow - before);
    if (fault !== null) {
      this.fail(fault);
      return;
    }
    this.#encoder.limitTable(this.#client.headerTableSize);
    this.#outbox.settingsAck();
    this.#flushSoon();
    if (this.#client.initialWindow > before) this.#run();
  }

  onSettingsAck(): void {
    this.onIdleTalk();
    this.#clock.settingsAcked = true;
  }

  onPing(bytes: Buffer, from: number): void {
    this.onIdleTalk();
    this.#outbox.pingAck(bytes, from);
    this.#flushSoon();
  }

  onStreamFault(id: number, code: ErrorCode): void {
    const stream = this.#streams.find(id);
    if (stream !== undefined) this.reset(stream, code);
    else if (id > this.#streams.last) this.fail(code);
    else {
      this.#outbox.reset(id, code);
      this.#streams.close(id, Ending.OurReset);
      this.#flushSoon();
    }
    this.#countReset();
  }

  onGoAway(): void {
    // It opens no further streams; those under way are finished.
    this.#sayLastWord();
  }

  onIdleTalk(): void {
    if (!this.#idleTalk.spend(this.#keeper.now)) this.fail(ErrorCode.EnhanceYourCalm);
  }

  #onLateBlock(id: number): void {
    const ending = this.#streams.endingOf(id);
    if (ending === Ending.OurReset) {
      this.onIdleTalk();
      return;
    }
    this.fail(ending === null ? ErrorCode.Protocol : ErrorCode.StreamClosed);
  }

  /** A request. */
  #open(id: number, endsHere: boolean): void {
    const head = readHttp2Head(this.#decoder.fields);
    const declared =
      head === null || typeof head.judgement === 'string' ? null : head.judgement.contentLength;
    if (head === null || (endsHere && (declared ?? 0) > 0)) {
      this.#edge.counters.clientErrors += 1;
      this.onStreamFault(id, ErrorCode.Protocol);
      return;
    }
    if (this.#decoder.overflow) head.judgement = 'head_too_large';
    if (typeof head.judgement === 'string') this.#edge.counters.clientErrors += 1;
    const stream = new Http2Stream(this, this.#edge, {
      id,
      endsHere,
      hasPace: !endsHere && !isGrpcCall(head),
      isHead: head.method === 'HEAD',
      contentLength: declared,
      sendWindow: this.#client.initialWindow,
    });
    this.#streams.add(stream);
    stream.context = requestOf(stream, head, this.#facts);
    run(stream.context, this.#edge);
  }

  #onTrailers(stream: Http2Stream, endsStream: boolean): void {
    if (stream.received) {
      this.onStreamFault(stream.id, ErrorCode.StreamClosed);
      return;
    }
    const isWhole = endsStream && !this.#decoder.overflow;
    const trailers = isWhole ? trailersOf(this.#decoder.fields) : null;
    if (trailers === null || !stream.finish(trailers)) this.onStreamFault(stream.id, ErrorCode.Protocol);
    else this.#noteFresh(stream);
  }

  /** A window that the client declares anew holds for the streams that are open already (RFC 9113, 6.9.2). */
  #moveWindows(by: number): ErrorCode | null {
    if (by === 0) return null;
    for (const stream of this.#streams.all()) {
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
    const told = stream.receiveWindow.credit(bytes);
    if (told === 0 || stream.received || stream.over) return;
    this.#outbox.windowUpdate(stream.id, told);
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
      if (!stream.over && stream.unread > 0) stream.settleUnread();
    }
  }

  /** Sends what the windows and the socket have room for. */
  #run(): void {
    const room = HTTP2_LIMITS.bodyAheadBytes - this.#writer.ahead;
    if (room <= 0) return;
    const before = this.#turns.frames;
    const drained = this.#turns.run(room, this.#responseSent);
    const sent = this.#turns.frames - before;
    if (sent > 0) {
      this.#idleTalk.earn(HTTP2_LIMITS.idleTalkPerFrame * sent);
      this.#flushSoon();
    }
    for (const stream of drained) stream.tellDrain();
  }

  /** All of a response is in the outbox. The rest of a request that it did not wait for is not wanted. */
  readonly #responseSent = (stream: Http2Stream): void => {
    if (!stream.received) this.#outbox.reset(stream.id, ErrorCode.NoError);
    this.#writer.finishes(stream);
    this.#remove(stream, stream.received ? Ending.Known : Ending.OurReset);
  };

  #remove(stream: Http2Stream, ending: Ending): void {
    this.#streams.close(stream.id, ending);
    stream.detach();
    if (stream.unread > 0) this.#creditConnection(stream.unread);
    if (this.#lastWordSaid && this.#streams.size === 0) this.#close();
  }

  /** Not from here: what we are called from may still be at work on the request. */
  #tellLeft(stream: Http2Stream): void {
    process.nextTick(() => ended(stream.context!, this.#edge, true));
  }

  #countReset(): void {
    if (!this.#resets.spend(this.#keeper.now)) this.fail(ErrorCode.EnhanceYourCalm);
  }

  #creditConnection(bytes: number): void {
    const told = this.#window.credit(bytes);
    if (told === 0 || this.#phase !== Phase.Open) return;
    this.#outbox.windowUpdate(0, told);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#flushAsked) return;
    this.#flushAsked = true;
    this.#keeper.flushSoon(this);
  }

  #settleReading(): void {
    const full = this.#writer.ahead > HTTP2_LIMITS.answersAheadBytes;
    if (full === this.#paused || this.#phase === Phase.Over) return;
    this.#paused = full;
    if (full) this.#socket.pause();
    else this.#socket.resume();
  }

  /** No stream after those of now; the connection ends with the last of them. */
  #sayLastWord(): void {
    if (this.#lastWordSaid) return;
    this.#lastWordSaid = true;
    this.#outbox.goAway(this.#streams.last, ErrorCode.NoError);
    this.#flushSoon();
    if (this.#streams.size === 0) this.#close();
  }

  /** Says that nothing more comes, and hears the client out for a moment. */
  #close(): void {
    if (this.#phase !== Phase.Open) return;
    this.flush();
    this.#phase = Phase.Lingering;
    this.#reader.stop();
    this.#grammar.stop();
    this.#lingersUntil = performance.now() + LINGER_MS;
    this.#socket.end();
    if (!this.#paused) return;
    this.#paused = false;
    this.#socket.resume();
  }
}
