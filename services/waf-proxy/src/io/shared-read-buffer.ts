import { Socket, type SocketConstructorOpts } from 'node:net';
import { noteLargePiece } from './large-pieces.ts';

/**
 * All plain connections of a worker read into this one buffer: consumers must copy what they keep. Node would otherwise
 * allocate 64 KiB for every read, pass the bytes through a stream, and leave both to the garbage collector, which costs
 * about a fifth of a proxied request and lets memory swing by tens of megabytes under large bodies.
 */
export const READ_BUFFER: Buffer = Buffer.allocUnsafeSlow(64 * 1024);

/** Told that the first `length` bytes of READ_BUFFER have been read. False stops reading, until `resume`. */
export type ReadListener = (length: number) => boolean;

/** For `net.connect` and `tls.connect`. */
export function readInto(listener: ReadListener): NonNullable<SocketConstructorOpts['onread']> {
  return { buffer: READ_BUFFER, callback: listener };
}

/**
 * Makes a socket accepted by a net.Server with `pauseOnConnect` read into READ_BUFFER. The server has no `onread`
 * option, so the connection is moved into a second socket that has it; the first one ends without it, and the server no
 * longer counts the connection. The second one reports the other side's end and leaves ours to us.
 */
export function adoptAccepted(accepted: Socket, listener: ReadListener): Socket {
  const holder = accepted as unknown as { _handle: unknown };
  const handle = holder._handle;
  holder._handle = null;
  accepted.destroy();
  return new Socket({ handle, allowHalfOpen: true, onread: readInto(listener) } as SocketConstructorOpts);
}

/** Copies bytes that must outlive the next read. */
export function copyOf(bytes: Buffer, from: number, to: number): Buffer {
  noteLargePiece(to - from);
  const copy = Buffer.allocUnsafe(to - from);
  bytes.copy(copy, 0, from, to);
  return copy;
}
