import type { Socket } from 'node:net';
import type { Deadlines } from '../../io/deadlines.ts';
import type { FairPool, Hold } from '../../io/shares/fair-pool.ts';
import type { Holder } from '../../io/shares/holder.ts';
import type { JudgeMessage } from '../../request/message-judge.ts';
import type { ReadTurns } from '../../request/read-turns.ts';
import { ClientFrames } from './client-frames.ts';
import { FrameEnds } from './frame-ends.ts';
import { CloseCode, closeFrame, FrameReader, LATER, NEXT_TURN, type ReadOutcome } from './frame-reader.ts';
import { StalledDirection } from './stalled-direction.ts';

/** A joined connection on which neither side says anything is closed after this long. */
const IDLE_MS = 10 * 60_000;
/** After one side has said its last word, the other has so long for its own. */
const LAST_WORDS_MS = 2_000;

export interface RelayOptions {
  /** Bytes of a client's message. */
  maxMessageBytes: number;
  judge: JudgeMessage | null;
  /** In which the client's frames are read. */
  turns: ReadTurns;
  /** Room for messages that wait for their verdict, and for bytes that wait for their reader. */
  room: FairPool;
  holder: Holder;
  deadlines: Deadlines;
  /** Origin and client have agreed on an extension. */
  extended: boolean;
  onBytes(fromClient: number, fromOrigin: number): void;
  /** We end the connection, for what the client has sent. */
  onRefusal(code: CloseCode): void;
}

/** Maximum bytes that wait for inspection; beyond that the client is not read. */
const MAX_KEPT_BYTES = 16 * 1024;

/** Passes frames between a client and an origin that have opened a WebSocket, until one of the three ends it. */
export class WebSocketRelay {
  private readonly client: Socket;
  private readonly origin: Socket;
  private readonly options: RelayOptions;
  private readonly toOrigin: StalledDirection;
  private readonly toClient: StalledDirection;
  private readonly frames: ClientFrames;
  private readonly fromClient: FrameReader;
  /** The origin's frames pass as they come; where one ends matters only for a close frame of ours. */
  private readonly fromOrigin: FrameEnds;
  private refused: CloseCode | null = null;
  /** Frames of the client's wait for a verdict, or for the next turn; what comes behind them waits. */
  private waiting = false;
  private waitsForTurn = false;
  /** Of those that wait for the next turn, while they are few. */
  private keptHold: Hold | null = null;
  private readonly openHold: () => Hold;

  constructor(client: Socket, origin: Socket, options: RelayOptions) {
    this.client = client;
    this.origin = origin;
    this.options = options;
    const { deadlines, extended, turns } = options;
    const shed = () => this.shed();
    const openHold = () => options.room.open(options.holder, shed);
    this.openHold = openHold;
    this.toOrigin = new StalledDirection(client, origin, deadlines, openHold, shed);
    this.toClient = new StalledDirection(origin, client, deadlines, openHold, shed);
    this.frames = new ClientFrames(
      options.maxMessageBytes,
      options.judge,
      openHold,
      (bytes) => origin.write(bytes),
      (code) => this.resume(code),
    );
    this.fromClient = new FrameReader(true, extended, this.frames, turns);
    this.fromOrigin = new FrameEnds(extended);
  }

  /** @param received, rest what client and origin have sent with the opening. */
  start(received: Buffer, rest: Buffer): void {
    const { client, origin } = this;
    client.on('data', (chunk) => this.onClient(chunk as Buffer));
    origin.on('data', (chunk) => this.onOrigin(chunk as Buffer));
    client.on('drain', () => this.toClient.end());
    origin.on('drain', () => {
      if (!this.waiting) this.toOrigin.end();
    });
    client.on('close', () => this.release());
    endTogether(client, origin);
    endTogether(origin, client);
    if (rest.length > 0) this.onOrigin(rest);
    if (received.length > 0) this.onClient(received);
    if (!this.toOrigin.isStanding) client.resume();
    if (!this.toClient.isStanding) origin.resume();
  }

  /** Ends it: its room is wanted for others, or its reader takes next to nothing. */
  shed(): void {
    if (this.refused !== null || this.client.destroyed) return;
    this.waiting = false;
    this.refuse(CloseCode.TryLater);
  }

  private onClient(chunk: Buffer): void {
    if (this.refused !== null) return;
    this.options.onBytes(chunk.length, 0);
    this.readClientFrames(() => this.fromClient.push(chunk));
  }

  private readClientFrames(read: () => ReadOutcome): void {
    const { origin } = this;
    origin.cork();
    const outcome = read();
    origin.uncork();
    if (outcome === LATER || outcome === NEXT_TURN) {
      this.waiting = true;
      this.waitsForTurn ||= outcome === NEXT_TURN;
      if (!this.waitsForTurn || this.fromClient.keptBytes > MAX_KEPT_BYTES) this.toOrigin.begin(false);
      else this.holdKept();
      if (outcome === NEXT_TURN) this.options.turns.wait(() => this.resume(null));
      return;
    }
    if (outcome !== null) this.refuse(outcome);
    else if (origin.writableNeedDrain) this.toOrigin.begin(true);
  }

  /** What the client's frames waited for has come. @param code of a message's verdict. */
  private resume(code: CloseCode | null): void {
    const { client, origin } = this;
    if (client.destroyed || origin.destroyed || this.refused !== null) return;
    this.waiting = false;
    this.waitsForTurn = false;
    this.keptHold?.release();
    this.keptHold = null;
    this.readClientFrames(() => code ?? this.fromClient.resume());
    if (!this.waiting && this.refused === null && !origin.writableNeedDrain) this.toOrigin.end();
  }

  /** Takes pool room for the waiting bytes only, so that thousands of clients with short messages can wait. */
  private holdKept(): void {
    this.keptHold ??= this.openHold();
    if (!this.keptHold.take(this.fromClient.keptBytes - this.keptHold.amount)) this.shed();
  }

  private onOrigin(chunk: Buffer): void {
    const { client } = this;
    if (client.writableEnded) return;
    this.options.onBytes(0, chunk.length);
    if (!this.fromOrigin.push(chunk)) {
      // The origin does not speak WebSocket after all, and the client could not say so.
      client.destroy();
      return;
    }
    const hasRoom = client.write(chunk);
    if (this.refused !== null && this.fromOrigin.atBoundary) this.endBoth(this.refused);
    else if (!hasRoom && this.refused !== null) this.origin.pause();
    else if (!hasRoom) this.toClient.begin(true);
  }

  private refuse(code: CloseCode): void {
    this.refused = code;
    this.release();
    this.options.onRefusal(code);
    // In the middle of a frame of the origin's, its end comes first; not for ever, though.
    if (this.fromOrigin.atBoundary) this.endBoth(code);
    else setTimeout(() => this.client.destroy(), LAST_WORDS_MS).unref();
  }

  private endBoth(code: CloseCode): void {
    const { client, origin } = this;
    client.end(closeFrame(code, false));
    origin.end(closeFrame(code, true));
    setTimeout(() => {
      client.destroy();
      origin.destroy();
    }, LAST_WORDS_MS).unref();
  }

  private release(): void {
    this.frames.release();
    this.keptHold?.release();
    this.keptHold = null;
    this.toOrigin.release();
    this.toClient.release();
  }
}

/** What ends the one connection ends the other. */
function endTogether(one: Socket, other: Socket): void {
  one.setTimeout(IDLE_MS, () => one.destroy());
  one.on('end', () => {
    other.end();
    setTimeout(() => one.destroy(), LAST_WORDS_MS).unref();
  });
  one.on('error', () => other.destroy());
  one.on('close', () => other.destroy());
}
