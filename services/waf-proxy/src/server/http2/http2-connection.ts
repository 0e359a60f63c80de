import type { Socket } from 'node:net';
import { FrameGrammar } from '../../http/http2/frame-grammar.ts';
import { FrameReader } from '../../http/http2/frame-reader.ts';
import { ErrorCode, MAX_STREAM_ID } from '../../http/http2/frames.ts';
import { connectionOf } from '../../request/client-connection.ts';
import type { StreamedProtocol } from '../../request/request-context.ts';
import type { ServerPorts } from '../connections/server-ports.ts';
import { ConnectionClock, Overdue } from './connection-clock.ts';
import { ConnectionOutput, type OutputEvents } from './connection-output.ts';
import { FloodBudgets } from './flood-budgets.ts';
import { type ConnectionControl, FrameHandler } from './frame-handler.ts';
import type { Http2Stream } from './http2-stream.ts';
import { StreamTable } from './stream-table.ts';

/** After our GOAWAY, so that a reset does not overtake it on its way to a client that is still sending. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 4 * 1024 * 1024;

const Phase = {
  Open: 0,
  /** Our side is closed; what the client still says is dropped. */
  Lingering: 1,
  Over: 2,
} as const;
type Phase = (typeof Phase)[keyof typeof Phase];

/** Owner of a worker's connections. */
export interface ConnectionKeeper {
  /** `performance.now()`, at most a second old. */
  readonly now: number;
  /** Calls `flush` when this turn of the event loop has been heard out. */
  flushSoon(connection: Http2Connection): void;
  gone(connection: Http2Connection): void;
}

/**
 * One HTTP/2 connection of a client (RFC 9113), from its first byte to its last: what comes goes through the frame reader
 * to the {@link FrameHandler}, what is sent through {@link ConnectionOutput}.
 */
export class Http2Connection implements ConnectionControl, OutputEvents {
  private readonly ports: ServerPorts;
  private readonly socket: Socket;
  private readonly keeper: ConnectionKeeper;
  private readonly clock: ConnectionClock;
  private readonly streams = new StreamTable();
  private readonly output: ConnectionOutput;
  private readonly handler: FrameHandler;
  private readonly grammar: FrameGrammar;
  private readonly reader: FrameReader;
  private phase: Phase = Phase.Open;
  private isPaused = false;
  /** Remaining bytes of a read that takes more than one turn of the event loop. */
  private rest: Buffer | null = null;
  /** The rest waits for the client to take answers, not for a turn. */
  private waitsForClient = false;
  private isGoAwaySent = false;
  private lingersUntil = Number.POSITIVE_INFINITY;
  private lingeredBytes = 0;

  constructor(
    ports: ServerPorts,
    socket: Socket,
    keeper: ConnectionKeeper,
    protocol: StreamedProtocol = 'HTTP/2.0',
  ) {
    this.ports = ports;
    this.socket = socket;
    this.keeper = keeper;
    this.clock = new ConnectionClock(keeper.now);
    const { streams } = this;
    const floods = new FloodBudgets(keeper);
    this.output = new ConnectionOutput(socket, streams, floods, this);
    const facts = connectionOf(socket);
    this.handler = new FrameHandler({ ports, facts, protocol, streams, floods, output: this.output }, this);
    this.grammar = new FrameGrammar(this.handler);
    this.reader = new FrameReader(this.grammar);
    this.output.begin();
    socket.on('data', (chunk: Buffer) => this.onBytes(chunk));
    socket.on('end', () => this.onEnd());
    // 'close' reports broken connections.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.onClose());
  }

  // Called by the keeper.

  /** The worker drains: ends the connection as soon as that disturbs no request. */
  drain(): void {
    if (this.phase !== Phase.Open || this.clock.drains) return;
    this.clock.drain(performance.now());
    this.output.goAway(MAX_STREAM_ID, ErrorCode.NoError);
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Once a second or so: ends what takes too long. */
  check(now: number): void {
    if (this.phase !== Phase.Open) {
      if (now >= this.lingersUntil) this.socket.destroy();
      return;
    }
    switch (this.clock.overdue(now, this.output.isWriting, this.streams.size > 0)) {
      case Overdue.Nothing:
        return;
      case Overdue.Writing:
        this.socket.destroy();
        return;
      case Overdue.Frame:
        this.fail(ErrorCode.EnhanceYourCalm);
        return;
      case Overdue.SettingsAck:
        this.fail(ErrorCode.SettingsTimeout);
        return;
      case Overdue.Goodbye:
        this.goAway();
    }
  }

  /** Writes what has gathered. */
  flush(): void {
    if (this.phase === Phase.Open && !this.output.isWriting) this.clock.written(this.keeper.now);
    this.output.flush();
  }

  // Called by the socket.

  private onBytes(bytes: Buffer): void {
    this.ports.writes.keepUp();
    if (this.phase !== Phase.Open) {
      this.lingeredBytes += bytes.length;
      if (this.lingeredBytes > LINGER_BYTES) this.socket.destroy();
      return;
    }
    this.clock.read(this.keeper.now);
    if (this.rest === null) this.readTurn(bytes);
    else this.rest = Buffer.concat([this.rest, bytes]);
  }

  /** Many requests in one read are begun in several turns, so that nobody else has to wait for all of them. */
  private readTurn(bytes: Buffer): void {
    const { reader, handler, clock } = this;
    const { now } = this.keeper;
    const { frames } = reader;
    handler.beginTurn();
    // What waits from the turn before comes first: its requests are older.
    const read = handler.deliver() ? reader.read(bytes, handler) : 0;
    const isAll = handler.deliver() && read === bytes.length;
    if (!isAll && this.phase === Phase.Open) {
      this.rest = bytes.subarray(read);
      this.waitsForClient = this.output.isFull;
      if (!this.waitsForClient) setImmediate(() => this.resume());
    } else if (!this.grammar.inBlock) {
      if (!reader.waitsForRest) clock.isComplete();
      else if (reader.frames > frames) clock.begins(now);
      else clock.goesOn(now);
    }
    this.settleReading();
  }

  private resume(): void {
    const { rest } = this;
    this.rest = null;
    if (this.phase !== Phase.Open || rest === null) return;
    this.ports.writes.keepUp();
    this.readTurn(rest);
  }

  private onEnd(): void {
    // A client that closes while a response is pending does not want it.
    if (this.streams.size > 0 || this.phase === Phase.Lingering) this.socket.destroy();
    else this.socket.end();
  }

  private onClose(): void {
    this.phase = Phase.Over;
    this.reader.stop();
    const left = [...this.output.takeUnsent(), ...this.streams.takeAll()];
    this.keeper.gone(this);
    for (const stream of left) {
      stream.detach();
      this.ports.requests.ended(stream.context!, true);
    }
  }

  // Sending.

  flushSoon(): void {
    this.keeper.flushSoon(this);
  }

  onAnswered(streams: readonly Http2Stream[]): void {
    this.clock.written(this.keeper.now);
    for (const stream of streams) this.ports.requests.ended(stream.context!, false);
    this.output.sendBodies();
    if (this.waitsForClient && !this.output.isFull) {
      this.waitsForClient = false;
      setImmediate(() => this.resume());
    }
    this.settleReading();
  }

  onStreamClosed(): void {
    if (this.isGoAwaySent && this.streams.size === 0) this.close();
  }

  // What frames ask for.

  get acceptsStreams(): boolean {
    return !this.isGoAwaySent;
  }

  fail(code: ErrorCode): void {
    if (this.phase !== Phase.Open) return;
    this.ports.counters.clientErrors++;
    for (const stream of this.streams.takeAll()) {
      stream.detach();
      stream.tellAbandoned();
    }
    this.output.goAway(this.streams.last, code);
    this.close();
  }

  onBlockBegun(): void {
    this.clock.begins(this.keeper.now);
  }

  onSettingsAck(): void {
    this.clock.settingsAcked = true;
  }

  onGoAway(): void {
    // It opens no further streams; those under way are finished.
    this.goAway();
  }

  /** Neither what waits for a turn must pile up, nor answers that the client does not take. */
  private settleReading(): void {
    const isFull = this.rest !== null || this.output.isFull;
    if (isFull === this.isPaused || this.phase === Phase.Over) return;
    this.isPaused = isFull;
    if (isFull) this.socket.pause();
    else this.socket.resume();
  }

  /** No stream after those of now; the connection ends with the last of them. */
  private goAway(): void {
    if (this.isGoAwaySent) return;
    this.isGoAwaySent = true;
    this.output.goAway(this.streams.last, ErrorCode.NoError);
    if (this.streams.size === 0) this.close();
  }

  /** Says that nothing more comes, and hears the client out for a moment. */
  private close(): void {
    if (this.phase !== Phase.Open) return;
    this.flush();
    this.output.stop();
    this.phase = Phase.Lingering;
    this.reader.stop();
    this.grammar.stop();
    this.lingersUntil = performance.now() + LINGER_MS;
    this.socket.end();
    if (!this.isPaused) return;
    this.isPaused = false;
    this.socket.resume();
  }
}
