import type { Socket } from 'node:net';
import type { FrameBuffer } from './frame-buffer.ts';
import type { Http2Stream } from './http2-stream.ts';

/** Bytes written to the socket together, and the streams whose responses end with them. */
interface Batch {
  bytes: number;
  streams: readonly Http2Stream[];
}

/** Hands a connection's frames to its socket, and keeps count of what the socket has still to take. */
export class SocketWriter {
  private readonly socket: Socket;
  private readonly frames: FrameBuffer;
  private readonly onTaken: (streams: readonly Http2Stream[]) => void;
  /** In the order in which the socket will have taken them. */
  private readonly batches: Batch[] = [];
  private finished: Http2Stream[] = [];
  private unwritten = 0;

  /** @param onTaken called for each sent batch, with the streams whose responses are complete. */
  constructor(socket: Socket, frames: FrameBuffer, onTaken: (streams: readonly Http2Stream[]) => void) {
    this.socket = socket;
    this.frames = frames;
    this.onTaken = onTaken;
  }

  /** Bytes that wait here or in the socket. */
  get ahead(): number {
    return this.unwritten + this.frames.bytes;
  }

  /** The socket has something that it has not got rid of. */
  get waits(): boolean {
    return this.unwritten > 0;
  }

  /** All of the stream's answer is in the frame buffer. */
  finishes(stream: Http2Stream): void {
    this.finished.push(stream);
  }

  flush(): void {
    const { bytes } = this.frames;
    if (bytes === 0) return;
    const pieces = this.frames.take();
    this.batches.push({ bytes, streams: this.finished });
    if (this.finished.length > 0) this.finished = [];
    this.unwritten += bytes;
    const socket = this.socket;
    const last = pieces.length - 1;
    if (last > 0) socket.cork();
    for (let index = 0; index < last; index++) socket.write(pieces[index]!);
    socket.write(pieces[last]!, this.onWritten);
    if (last > 0) socket.uncork();
  }

  /** The socket is closed. @returns streams whose responses may not have arrived */
  takeUnsent(): Http2Stream[] {
    return [...this.batches.splice(0).flatMap(({ streams }) => streams), ...this.finished.splice(0)];
  }

  private readonly onWritten = (): void => {
    // Broken off: 'close' reports the unsent responses.
    const batch = this.socket.destroyed ? undefined : this.batches.shift();
    if (batch === undefined) return;
    this.unwritten -= batch.bytes;
    this.onTaken(batch.streams);
  };
}
