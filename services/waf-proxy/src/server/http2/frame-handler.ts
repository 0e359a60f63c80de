import { STEPS_PER_SLICE } from '@palisade/waf-engine';
import { HpackDecoder } from '../../http/hpack/hpack-decoder.ts';
import type { FrameMeanings } from '../../http/http2/frame-grammar.ts';
import { ErrorCode } from '../../http/http2/frames.ts';
import { readHttp2Head } from '../../http/http2/http2-head.ts';
import type { ClientConnection } from '../../request/client-connection.ts';
import type { RequestContext, StreamedProtocol } from '../../request/request-context.ts';
import type { ServerPorts } from '../connections/server-ports.ts';
import { ClientSettings } from './client-settings.ts';
import { Ending } from './closed-streams.ts';
import type { ConnectionOutput } from './connection-output.ts';
import type { FloodBudgets } from './flood-budgets.ts';
import { HTTP2_LIMITS } from './http2-limits.ts';
import { Http2Stream } from './http2-stream.ts';
import { requestOf, trailersOf } from './stream-request.ts';
import type { StreamTable } from './stream-table.ts';

/** Fixed cost of a request, or of a part of its body, beside what the rules count; ten of them fill a turn. */
const REQUEST_STEPS = STEPS_PER_SLICE / 10;

/** What frames do to the connection as a whole. */
export interface ConnectionControl {
  /** After our GOAWAY no further stream is served. */
  readonly acceptsStreams: boolean;
  /** Ends the connection, and says why. */
  fail(code: ErrorCode): void;
  onBlockBegun(): void;
  onSettingsAck(): void;
  onGoAway(): void;
}

/** Parts that the handler shares with the rest of its connection. */
export interface HandlerParts {
  readonly ports: ServerPorts;
  readonly facts: ClientConnection;
  readonly protocol: StreamedProtocol;
  readonly streams: StreamTable;
  readonly floods: FloodBudgets;
  readonly output: ConnectionOutput;
}

/** Applies a client's frames to the streams of its connection: requests begin, bodies arrive, windows widen. */
export class FrameHandler implements FrameMeanings {
  private readonly control: ConnectionControl;
  private readonly ports: ServerPorts;
  private readonly facts: ClientConnection;
  private readonly protocol: StreamedProtocol;
  private readonly streams: StreamTable;
  private readonly floods: FloodBudgets;
  private readonly output: ConnectionOutput;
  private readonly decoder = new HpackDecoder(HTTP2_LIMITS.tableBytes, HTTP2_LIMITS.head);
  private readonly client = new ClientSettings();
  /** The DATA frame under way: whose, how long, and how much of it was no padding. Null: nobody's. */
  private dataStream: Http2Stream | null = null;
  private dataLength = 0;
  private dataBytes = 0;
  /** Streams of whose bodies something has arrived in this read. */
  private readonly fresh: Http2Stream[] = [];
  private stepsLeft = STEPS_PER_SLICE;

  constructor({ ports, facts, protocol, streams, floods, output }: HandlerParts, control: ConnectionControl) {
    this.control = control;
    this.ports = ports;
    this.facts = facts;
    this.protocol = protocol;
    this.streams = streams;
    this.floods = floods;
    this.output = output;
  }

  /** Requests of this read have cost as much as those of one connection may in a turn of the event loop, or their answers wait for the client. */
  get isSpent(): boolean {
    return this.stepsLeft <= 0 || this.output.isFull;
  }

  /** Another turn has come. */
  beginTurn(): void {
    this.stepsLeft = STEPS_PER_SLICE;
  }

  /**
   * What could be read has been heard out: hands its bodies on, so that many small frames are one piece. False: some have to
   * wait for the next turn.
   */
  deliver(): boolean {
    const { fresh } = this;
    let delivered = 0;
    for (; delivered < fresh.length && !this.isSpent; delivered++) {
      const stream = fresh[delivered]!;
      stream.fresh = false;
      this.ports.writes.keepUp();
      if (!stream.over) this.whileCounted(stream.context!, () => stream.body!.deliver());
      if (!stream.over && stream.unread > 0) stream.settleUnread();
    }
    if (delivered > 0) fresh.splice(0, delivered);
    return fresh.length === 0;
  }

  /** Runs work that may inspect a request, which costs more than everything else, and counts it. */
  private whileCounted(request: RequestContext, work: () => void): void {
    const before = request.transaction?.matcherSteps ?? 0;
    work();
    this.stepsLeft -= REQUEST_STEPS + (request.transaction?.matcherSteps ?? before) - before;
  }

  fail(code: ErrorCode): void {
    this.control.fail(code);
  }

  onBlockBegun(): void {
    this.control.onBlockBegun();
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
    if (!this.decoder.decode(bytes, from, to)) {
      this.fail(ErrorCode.Compression);
      return;
    }
    const { streams } = this;
    const stream = streams.find(id);
    if (stream !== undefined) this.onTrailers(stream, endsStream);
    else if (id <= streams.last) this.onLateBlock(id);
    else if (this.control.acceptsStreams) {
      streams.last = id;
      if (dependsOnItself) this.onStreamFault(id, ErrorCode.Protocol);
      else if (streams.size >= HTTP2_LIMITS.streams) this.onStreamFault(id, ErrorCode.RefusedStream);
      else this.open(id, endsStream);
    }
  }

  onDataHead(id: number, length: number): void {
    this.dataStream = null;
    this.dataLength = length;
    this.dataBytes = 0;
    const { streams } = this;
    const stream = streams.find(id);
    if (id > streams.last) this.fail(ErrorCode.Protocol);
    else if (!this.output.takeReceived(length)) this.fail(ErrorCode.FlowControl);
    else if (stream === undefined) {
      // Frames sent before the client knew of our reset are ignored; they are bounded and end.
      if (streams.endingOf(id) !== Ending.OurReset) this.onStreamFault(id, ErrorCode.StreamClosed);
      else if (length < HTTP2_LIMITS.smallPiece) this.onControlFrame();
    } else if (stream.received) this.onStreamFault(id, ErrorCode.StreamClosed);
    else if (!stream.receiveWindow.take(length)) this.onStreamFault(id, ErrorCode.FlowControl);
    else this.dataStream = stream;
  }

  onData(bytes: Buffer, from: number, to: number): void {
    this.dataBytes += to - from;
    const stream = this.dataStream;
    if (stream === null || stream.over) this.output.creditConnection(to - from);
    else if (!stream.receive(bytes, from, to)) this.onStreamFault(stream.id, ErrorCode.Protocol);
    else this.noteFresh(stream);
  }

  onDataEnd(endsStream: boolean): void {
    const stream = this.dataStream;
    const padding = this.dataLength - this.dataBytes;
    this.dataStream = null;
    if (stream === null || stream.over) {
      this.output.creditConnection(padding);
      return;
    }
    if (padding > 0) this.output.credit(stream, padding);
    if (endsStream) {
      if (!stream.finish([])) this.onStreamFault(stream.id, ErrorCode.Protocol);
      else this.noteFresh(stream);
    } else if (this.dataBytes === 0) this.onControlFrame();
  }

  onReset(id: number): void {
    if (id > this.streams.last) {
      this.fail(ErrorCode.Protocol);
      return;
    }
    const stream = this.streams.find(id);
    if (stream !== undefined) {
      this.output.remove(stream, Ending.Known);
      this.ports.requests.ended(stream.context!, true);
    }
    this.countReset();
  }

  onWindowUpdate(id: number, bytes: number): void {
    this.onControlFrame();
    if (id === 0) {
      if (bytes === 0) this.fail(ErrorCode.Protocol);
      else if (!this.output.widen(bytes)) this.fail(ErrorCode.FlowControl);
      else this.output.sendBodies();
      return;
    }
    const stream = this.streams.find(id);
    if (stream === undefined) {
      if (id > this.streams.last) this.fail(ErrorCode.Protocol);
    } else if (bytes === 0) this.onStreamFault(id, ErrorCode.Protocol);
    else if (!this.output.widenStream(stream, bytes)) this.onStreamFault(id, ErrorCode.FlowControl);
    else this.output.sendBodies();
  }

  onSettings(bytes: Buffer, from: number, to: number): void {
    this.onControlFrame();
    const before = this.client.initialWindow;
    const fault = this.client.read(bytes, from, to) ?? this.moveWindows(this.client.initialWindow - before);
    if (fault !== null) {
      this.fail(fault);
      return;
    }
    this.output.limitHeaderTable(this.client.headerTableSize);
    this.output.settingsAck();
    if (this.client.initialWindow > before) this.output.sendBodies();
  }

  onSettingsAck(): void {
    this.onControlFrame();
    this.control.onSettingsAck();
  }

  onPing(bytes: Buffer, from: number): void {
    this.onControlFrame();
    this.output.pingAck(bytes, from);
  }

  onStreamFault(id: number, code: ErrorCode): void {
    const stream = this.streams.find(id);
    if (stream !== undefined) this.output.reset(stream, code);
    else if (id > this.streams.last) this.fail(code);
    else this.output.resetClosed(id, code);
    this.countReset();
  }

  onGoAway(): void {
    this.control.onGoAway();
  }

  onControlFrame(): void {
    if (!this.floods.takeControlFrame()) this.fail(ErrorCode.EnhanceYourCalm);
  }

  private onLateBlock(id: number): void {
    const ending = this.streams.endingOf(id);
    if (ending === Ending.OurReset) {
      this.onControlFrame();
      return;
    }
    this.fail(ending === null ? ErrorCode.Protocol : ErrorCode.StreamClosed);
  }

  /** A request. */
  private open(id: number, endsHere: boolean): void {
    const { ports } = this;
    const head = readHttp2Head(this.decoder.fields);
    const declared =
      head === null || typeof head.judgement === 'string' ? null : head.judgement.contentLength;
    if (head === null || (endsHere && (declared ?? 0) > 0)) {
      ports.counters.clientErrors++;
      this.onStreamFault(id, ErrorCode.Protocol);
      return;
    }
    if (this.decoder.overflow) head.judgement = 'head_too_large';
    if (typeof head.judgement === 'string') ports.counters.clientErrors++;
    const stream = new Http2Stream(this.output, ports, {
      id,
      endsHere,
      isHead: head.method === 'HEAD',
      contentLength: declared,
      sendWindow: this.client.initialWindow,
    });
    this.streams.add(stream);
    stream.context = requestOf(stream, head, this.facts, this.protocol);
    // One read brings many.
    ports.writes.keepUp();
    const { context } = stream;
    this.whileCounted(context, () => ports.requests.begin(context));
  }

  private onTrailers(stream: Http2Stream, endsStream: boolean): void {
    if (stream.received) {
      this.onStreamFault(stream.id, ErrorCode.StreamClosed);
      return;
    }
    const isWhole = endsStream && !this.decoder.overflow;
    const trailers = isWhole ? trailersOf(this.decoder.fields) : null;
    if (trailers === null || !stream.finish(trailers)) this.onStreamFault(stream.id, ErrorCode.Protocol);
    else this.noteFresh(stream);
  }

  /** A new initial window size also applies to open streams (RFC 9113, 6.9.2). */
  private moveWindows(by: number): ErrorCode | null {
    if (by === 0) return null;
    for (const stream of this.streams.all()) {
      if (!this.output.widenStream(stream, by)) return ErrorCode.FlowControl;
    }
    return null;
  }

  private noteFresh(stream: Http2Stream): void {
    if (stream.fresh) return;
    stream.fresh = true;
    this.fresh.push(stream);
  }

  private countReset(): void {
    if (!this.floods.takeReset()) this.fail(ErrorCode.EnhanceYourCalm);
  }
}
