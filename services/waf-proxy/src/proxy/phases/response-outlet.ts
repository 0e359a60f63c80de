import { valuesOf } from '../../cache/header-lines.ts';
import { acceptedCodings, type Coding, chooseCoding } from '../../compress/accept-encoding.ts';
import { codedHeaders, withVary } from '../../compress/coded-headers.ts';
import { invitesLengthOracle, isCompressible } from '../../compress/compressible.ts';
import { CompressingReply } from '../../compress/compressing-reply.ts';
import { compressWhole, STREAM_ORDER, takeCompressor } from '../../compress/compressor.ts';
import type { HeaderList } from '../reply.ts';
import type { RequestContext } from '../request-context.ts';
import type { ResponseHead } from '../upstream/response-parser.ts';
import { addOwnHeaders } from './respond.ts';
import { CACHE_NAME, countingReply } from './serve-stored.ts';

/** Phase 9 for a response that goes straight from the origin to the client, compressed where that is of use. */
export class ResponseOutlet {
  readonly #context: RequestContext;
  readonly #head: ResponseHead;
  readonly #headers: HeaderList;
  #coded: CompressingReply | null = null;

  /** @param headers end-to-end fields, to be changed here. */
  constructor(context: RequestContext, head: ResponseHead, headers: HeaderList) {
    this.#context = context;
    this.#head = head;
    this.#headers = headers;
  }

  /** A body that has come whole: head and body go out together. */
  sendWhole(body: Buffer | null, trailers: HeaderList | null): void {
    const choice = body === null ? null : this.#chooseCoding();
    if (body === null || choice === null) {
      this.#sendPlainHead();
      this.#context.responseBytes += body?.length ?? 0;
      this.#context.reply.end(body, trailers);
      return;
    }
    const { coding, release } = choice;
    const send = (coded: Buffer | null) => {
      release();
      if (this.#context.finished) return;
      if (coded === null) this.#sendPlainHead();
      else {
        const headers = codedHeaders(this.#headers, coding);
        headers.push('Content-Length', String(coded.length));
        this.#sendHead(headers);
      }
      this.#context.responseBytes += (coded ?? body).length;
      this.#context.reply.end(coded ?? body, trailers);
    };
    compressWhole(body, coding, 'stream').then(send, () => send(null));
  }

  /** Begins a body that comes in pieces. `onDrain`: `write` may go on. */
  begin(onDrain: () => void): void {
    const choice = this.#chooseCoding();
    if (choice === null) {
      this.#context.reply.onDrain(onDrain);
      this.#sendPlainHead();
      return;
    }
    this.#sendHead(codedHeaders(this.#headers, choice.coding));
    const coded = new CompressingReply(countingReply(this.#context), choice.coding, choice.release);
    coded.onDrain(onDrain);
    this.#coded = coded;
  }

  write(chunk: Buffer): boolean {
    if (this.#coded !== null) return this.#coded.write(chunk);
    this.#context.responseBytes += chunk.length;
    return this.#context.reply.write(chunk);
  }

  /** The origin takes its time: nothing is kept back. */
  flush(): void {
    if (this.#coded === null) this.#context.reply.flush();
    else this.#coded.flush();
  }

  end(trailers: HeaderList | null): void {
    if (this.#coded === null) {
      this.#context.reply.end(null, trailers);
      return;
    }
    // The origin is done, the compressor is not: a client that leaves now must not keep its place occupied.
    this.#context.onClientLeft = () => this.cancel();
    this.#coded.end(null, trailers);
  }

  /** The client is gone, or gets no more. */
  cancel(): void {
    this.#coded?.cancel();
  }

  #chooseCoding(): { coding: Coding; release: () => void } | null {
    const context = this.#context;
    const head = this.#head;
    if (!context.site!.compression || head.bodyless) return null;
    if (!isCompressible(head.status, this.#headers, head.contentLength)) return null;
    withVary(this.#headers);
    const field = valuesOf(context.rawHeaders, 'accept-encoding');
    const coding = chooseCoding(acceptedCodings(field.length === 0 ? null : field.join(', ')), STREAM_ORDER);
    if (coding === null || context.protocol === 'HTTP/1.0' || invitesLengthOracle(context.rawHeaders))
      return null;
    const release = takeCompressor();
    return release === null ? null : { coding, release };
  }

  #sendPlainHead(): void {
    const { status, contentLength } = this.#head;
    if (contentLength !== null && status !== 204) this.#headers.push('Content-Length', String(contentLength));
    this.#sendHead(this.#headers);
  }

  #sendHead(headers: HeaderList): void {
    const context = this.#context;
    if (context.cacheNote !== '') headers.push('Cache-Status', `${CACHE_NAME}; ${context.cacheNote}`);
    addOwnHeaders(context, headers);
    // The origin answered before it had the whole request; what the client still sends belongs to nobody.
    if (!context.bodyComplete) context.reply.closeAfter();
    context.status = this.#head.status;
    context.reply.head(this.#head.status, this.#head.reason, headers);
  }
}
