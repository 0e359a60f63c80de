import type { Socket } from 'node:net';
import type { Deadline, Deadlines } from '../io/deadlines.ts';
import type { ReadListener } from '../io/shared-read-buffer.ts';
import type { OriginConnector, OriginEndpoint } from './origin-connect.ts';
import { asOriginError, OriginError } from './origin-error.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Exactly one of these is called, possibly synchronously; none after the attempt was withdrawn. */
export interface ConnectListener {
  /** The socket is connected and the handshake done; its errors are the caller's from here on. */
  onConnected(socket: Socket): void;
  onFailure(error: OriginError): void;
}

/**
 * Connects to an origin within ten seconds.
 *
 * @returns withdraws the attempt; false if it was over already
 */
export function attemptConnect(
  connector: OriginConnector,
  deadlines: Deadlines,
  endpoint: OriginEndpoint,
  listener: ConnectListener,
  onRead?: ReadListener,
): () => boolean {
  let socket: Socket;
  try {
    socket = connector.open(endpoint, onRead);
  } catch (error) {
    listener.onFailure(asOriginError(error, endpoint));
    return () => false;
  }
  let over = false;
  const finish = (): boolean => {
    if (over) return false;
    over = true;
    deadlines.forget(attempt);
    socket.removeListener('error', onError);
    return true;
  };
  const giveUp = (): boolean => {
    if (!finish()) return false;
    socket.on('error', ignoreLateError);
    socket.destroy();
    return true;
  };
  const fail = (error: OriginError) => {
    if (giveUp()) listener.onFailure(error);
  };
  const onError = (cause: Error) => fail(asOriginError(cause, endpoint));
  const attempt: Deadline = {
    deadline: performance.now() + CONNECT_TIMEOUT_MS,
    onDeadline: () =>
      fail(new OriginError('connect_timeout', 'the origin did not take the connection in time')),
  };
  deadlines.watch(attempt);
  socket.on('error', onError);
  socket.once(endpoint.useTls ? 'secureConnect' : 'connect', () => {
    if (finish()) listener.onConnected(socket);
  });
  return giveUp;
}

function ignoreLateError(): void {
  // The result was reported; later errors of the socket do not matter.
}
