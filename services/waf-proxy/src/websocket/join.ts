import type { Socket } from 'node:net';
import type { FairPool } from '../limits/fair-pool.ts';
import type { Holder } from '../limits/holder.ts';
import type { Deadlines } from '../proxy/upstream/deadlines.ts';
import { ClientFrames, type JudgeText } from './client-frames.ts';
import { CloseCode, closeFrame, FrameReader, LATER } from './frame-reader.ts';
import { StandingBytes } from './standing-bytes.ts';

/** A joined connection on which neither side says anything is closed after this long. */
const IDLE_MS = 10 * 60_000;
/** After one side has said its last word, the other has so long for its own. */
const LAST_WORDS_MS = 2_000;

export interface JoinOptions {
  /** Bytes of a client's message. */
  maxMessageBytes: number;
  judge: JudgeText | null;
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

/**
 * Joins a client and an origin that have opened a WebSocket; `received` and `rest` came with the opening.
 *
 * @returns ends it, since its place is wanted for others.
 */
export function joinWebSocket(
  client: Socket,
  received: Buffer,
  origin: Socket,
  rest: Buffer,
  options: JoinOptions,
): () => void {
  let refused: CloseCode | null = null;
  /** A message of the client's is being judged, in turns with others; what comes behind it waits. */
  let judging = false;
  const openHold = () => options.room.open(options.holder, giveWay);
  const toOrigin = new StandingBytes(client, origin, options.deadlines, openHold, giveWay);
  const toClient = new StandingBytes(origin, client, options.deadlines, openHold, giveWay);
  const frames = new ClientFrames(
    options.maxMessageBytes,
    options.judge,
    openHold,
    (bytes) => origin.write(bytes),
    (code) => {
      if (client.destroyed || origin.destroyed || refused !== null) return;
      judging = false;
      onClientFrames(() => code ?? fromClient.goOn());
      if (!judging && refused === null && !origin.writableNeedDrain) toOrigin.end();
    },
  );
  /** Its room is wanted for others, or its reader takes next to nothing. */
  function giveWay(): void {
    if (refused !== null || client.destroyed) return;
    judging = false;
    refuse(CloseCode.TryLater);
  }
  const fromClient = new FrameReader(true, options.extended, frames);
  // The origin's frames pass as they come; where one ends matters only for a close frame of ours.
  const fromOrigin = new FrameReader(false, options.extended, passThrough);

  const endBoth = () => {
    client.end(closeFrame(refused!, false));
    origin.end(closeFrame(refused!, true));
    setTimeout(() => {
      client.destroy();
      origin.destroy();
    }, LAST_WORDS_MS).unref();
  };
  const onClient = (chunk: Buffer) => {
    if (refused !== null) return;
    options.onBytes(chunk.length, 0);
    onClientFrames(() => fromClient.push(chunk));
  };
  const onClientFrames = (read: () => CloseCode | null | typeof LATER) => {
    origin.cork();
    const outcome = read();
    origin.uncork();
    if (outcome === LATER) {
      judging = true;
      toOrigin.begin(false);
      return;
    }
    if (outcome !== null) refuse(outcome);
    else if (origin.writableNeedDrain) toOrigin.begin(true);
  };
  const release = () => {
    frames.release();
    toOrigin.release();
    toClient.release();
  };
  const refuse = (code: CloseCode) => {
    refused = code;
    release();
    options.onRefusal(code);
    // In the middle of a frame of the origin's, its end comes first; not for ever, though.
    if (fromOrigin.atBoundary) endBoth();
    else setTimeout(() => client.destroy(), LAST_WORDS_MS).unref();
  };
  const onOrigin = (chunk: Buffer) => {
    if (client.writableEnded) return;
    options.onBytes(0, chunk.length);
    if (fromOrigin.push(chunk) !== null) {
      // The origin does not speak WebSocket after all, and the client could not say so.
      client.destroy();
      return;
    }
    const goOn = client.write(chunk);
    if (refused !== null && fromOrigin.atBoundary) endBoth();
    else if (!goOn && refused !== null) origin.pause();
    else if (!goOn) toClient.begin(true);
  };
  client.on('data', onClient);
  origin.on('data', onOrigin);
  client.on('drain', () => toClient.end());
  origin.on('drain', () => {
    if (!judging) toOrigin.end();
  });
  client.on('close', release);
  for (const [one, other] of [
    [client, origin],
    [origin, client],
  ] as const) {
    one.setTimeout(IDLE_MS, () => one.destroy());
    one.on('end', () => {
      other.end();
      setTimeout(() => one.destroy(), LAST_WORDS_MS).unref();
    });
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
  if (rest.length > 0) onOrigin(rest);
  if (received.length > 0) onClient(received);
  if (!toOrigin.isStanding) client.resume();
  if (!toClient.isStanding) origin.resume();
  return giveWay;
}

const passThrough = { begin: () => null, payload: () => undefined, end: () => null };
