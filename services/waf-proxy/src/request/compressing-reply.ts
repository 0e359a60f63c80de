import type { Coding } from '../http/accept-encoding.ts';
import { type CodedStream, createCodedStream } from '../http/compression/compressor.ts';
import type { HeaderList, Reply } from './reply.ts';

/** The body of a reply that is compressed on its way to the client. The caller has sent the head. */
export class CompressingReply {
  private readonly reply: Reply;
  private readonly coded: CodedStream;
  private readonly release: () => void;
  private trailers: HeaderList | null = null;
  private drain: () => void = () => undefined;

  /** @param release returns the compressor to its pool; may be called more than once. */
  constructor(reply: Reply, coding: Coding, release: () => void) {
    this.reply = reply;
    this.coded = createCodedStream(coding);
    this.release = release;
    const { stream } = this.coded;
    stream.on('data', (chunk: Buffer) => {
      if (!reply.write(chunk)) stream.pause();
    });
    reply.onDrain(() => stream.resume());
    stream.on('drain', () => {
      this.drain();
    });
    stream.on('end', () => {
      this.release();
      reply.end(null, this.trailers);
    });
    stream.on('error', () => this.abort());
  }

  write(chunk: Buffer): boolean {
    return this.coded.stream.write(chunk);
  }

  /** Sends what is compressed so far, because the origin pauses. */
  flush(): void {
    this.coded.flush();
  }

  onDrain(listener: () => void): void {
    this.drain = listener;
  }

  end(chunk: Buffer | null, trailers: HeaderList | null): void {
    this.trailers = trailers;
    if (chunk === null) this.coded.stream.end();
    else this.coded.stream.end(chunk);
  }

  abort(): void {
    this.cancel();
    this.reply.abort();
  }

  /** The client is gone. */
  cancel(): void {
    this.release();
    this.coded.stream.destroy();
  }
}
