import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

const SIZE_BYTES = 4;
/** As much as Kafka by default takes in one request. What announces more is no broker. */
export const MAX_RESPONSE_BYTES = 100 * 1024 * 1024;

/**
 * A broker's connection that hands over whole responses only, each behind its size.
 *
 * kafkajs keeps what it has of a response when the connection breaks, and takes the first bytes of the next connection
 * for the rest of it. From then on no response has its right length: every request of that connection times out, for as
 * long as the process lives, or the decoder throws where nobody can catch it. Half a response that was never handed
 * over cannot stay behind.
 */
export class ResponseStream extends Duplex {
  private readonly socket: Socket;
  private chunks: Buffer[] = [];
  private bufferedBytes = 0;
  /** Bytes that must have arrived before there is anything to parse. */
  private neededBytes = SIZE_BYTES;

  constructor(socket: Socket) {
    super({ allowHalfOpen: false });
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.once('end', () => this.push(null));
    socket.once('error', (error) => this.destroy(error));
    socket.once('close', () => {
      // One that closes without a word would leave kafkajs waiting for its requests.
      if (!this.readableEnded && !socket.readableEnded) this.destroy(new Error('connection closed'));
    });
  }

  unref(): this {
    // A dead socket would gather a listener each time, and kafkajs asks it with every attempt to reconnect.
    if (!this.socket.destroyed) this.socket.unref();
    return this;
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.socket.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bufferedBytes += chunk.length;
    if (this.bufferedBytes < this.neededBytes) return;
    const bytes = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks, this.bufferedBytes);
    let whole = 0;
    let next = responseBytes(bytes, whole);
    while (next <= bytes.length - whole) {
      whole += next;
      next = responseBytes(bytes, whole);
    }
    if (next > SIZE_BYTES + MAX_RESPONSE_BYTES) {
      this.destroy(new Error('what answers is no Kafka broker'));
      return;
    }
    const rest = bytes.subarray(whole);
    this.chunks = rest.length > 0 ? [rest] : [];
    this.bufferedBytes = rest.length;
    this.neededBytes = next;
    if (whole > 0 && !this.push(bytes.subarray(0, whole))) this.socket.pause();
  }
}

/**
 * Length including the size field; before that is complete, the field's own length. A negative size counts as infinite.
 */
function responseBytes(bytes: Buffer, at: number): number {
  return bytes.length - at < SIZE_BYTES ? SIZE_BYTES : SIZE_BYTES + bytes.readUInt32BE(at);
}
