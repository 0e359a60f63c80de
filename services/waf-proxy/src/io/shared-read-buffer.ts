import { Socket, type SocketConstructorOpts } from 'node:net';
import { noteLargePiece } from './large-pieces.ts';

/**
 * All plain connections of a worker read into this one buffer: whoever is told of bytes in it keeps copies, or nothing.
 * Node would otherwise allocate 64 KiB for every read, pass the bytes through a stream, and leave both to the garbage
 * collector, which costs about a fifth of a proxied request and lets memory swing by tens of megabytes under large
 * bodies.
 */
export const READ_BUFFER: Buffer = Buffer.allocUnsafeSlow(64 * 1024);

/** Told that the first `length` bytes of READ_BUFFER have been read. False stops reading, until `resume`. */
export type ReadListener = (length: number) => boolean;

/** For `net.connect` and `tls.connect`. */
export function readInto(listener: ReadListener): NonNullable<SocketConstructorOpts['onread']> {
  return { buffer: READ_BUFFER, callback: listener };
}

/**
 * A socket that a net.Server has accepted with `pauseOnConnect`, made to read into READ_BUFFER. The server offers no
 * `onread` of its own, so the connection is moved into a second socket that has it; the first one ends without it, and
 * the server does not count the connection any more. The second one tells of the other side's end and leaves it to us
 * when to say ours.
 */
export function adoptAccepted(accepted: Socket, listener: ReadListener): Socket {
  const holder = accepted as unknown as { _handle: unknown };
  const handle = holder._handle;
  holder._handle = null;
  accepted.destroy();
  return new Socket({ handle, allowHalfOpen: true, onread: readInto(listener) } as SocketConstructorOpts);
}

/** What is to outlive the next read. */
export function copyOf(bytes: Buffer, from: number, to: number): Buffer {
  noteLargePiece(to - from);
  const copy = Buffer.allocUnsafe(to - from);
  bytes.copy(copy, 0, from, to);
  return copy;
}
