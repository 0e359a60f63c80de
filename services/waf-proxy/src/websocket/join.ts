import type { Socket } from 'node:net';
import type { FairPool } from '../limits/fair-pool.ts';
import type { Holder } from '../limits/holder.ts';
import { ClientFrames, type JudgeText } from './client-frames.ts';
import { CloseCode, closeFrame, FrameReader, LATER } from './frame-reader.ts';

/** A joined connection on which neither side says anything is closed after this long. */
const IDLE_MS = 10 * 60_000;
/** After one side has said its last word, the other has so long for its own. */
const LAST_WORDS_MS = 2_000;

export interface JoinOptions {
  /** Bytes of a client's message. */
  maxMessageBytes: number;
  judge: JudgeText | null;
  /** Room for messages that wait for their verdict. */
  room: FairPool;
  holder: Holder;
  /** Origin and client have agreed on an extension. */
  extended: boolean;
  onBytes(fromClient: number, fromOrigin: number): void;
  /** We end the connection, for what the client has sent. */
  onRefusal(code: CloseCode): void;
}

/** Joins a client and an origin that have opened a WebSocket; `received` and `rest` came with the opening. */
export function joinWebSocket(
  client: Socket,
  received: Buffer,
  origin: Socket,
  rest: Buffer,
  options: JoinOptions,
): void {
  let refused: CloseCode | null = null;
  /** A message of the client's is being judged, in turns with others; what comes behind it waits. */
  let judging = false;
  const frames = new ClientFrames(
    options.maxMessageBytes,
    options.judge,
    () => options.room.open(options.holder, giveWay),
    (bytes) => origin.write(bytes),
    (code) => {
      if (client.destroyed || origin.destroyed || refused !== null) return;
      judging = false;
      onClientFrames(() => code ?? fromClient.goOn());
      if (!judging && refused === null && !origin.writableNeedDrain) client.resume();
    },
  );
  /** The room is wanted for others. */
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
      client.pause();
      return;
    }
    if (outcome !== null) refuse(outcome);
    else if (origin.writableNeedDrain) client.pause();
  };
  const refuse = (code: CloseCode) => {
    refused = code;
    frames.release();
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
    else if (!goOn) origin.pause();
  };
  client.on('data', onClient);
  origin.on('data', onOrigin);
  client.on('drain', () => origin.resume());
  origin.on('drain', () => {
    if (!judging) client.resume();
  });
  client.on('close', () => frames.release());
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
  if (!judging) client.resume();
  origin.resume();
}

const passThrough = { begin: () => null, payload: () => undefined, end: () => null };
