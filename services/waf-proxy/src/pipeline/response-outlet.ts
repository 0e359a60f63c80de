import { acceptedCodings, type Coding, chooseCoding } from '../http/accept-encoding.ts';
import { codedHeaders, withVary } from '../http/compression/coded-headers.ts';
import { invitesLengthOracle, isCompressible } from '../http/compression/compressible.ts';
import { STREAM_ORDER, takeCompressor } from '../http/compression/compressor.ts';
import { compressAtOnce, compressWhole, isCompressedAtOnce } from '../http/compression/whole-body.ts';
import { valuesOf } from '../http/header-lines.ts';
import type { ResponseHead } from '../http/response-head.ts';
import type { FairCounter } from '../io/shares/fair-counter.ts';
import { CACHE_NAME } from '../request/cache-status.ts';
import { CompressingReply } from '../request/compressing-reply.ts';
import { countingReply } from '../request/counting-reply.ts';
import type { HeaderList } from '../request/reply.ts';
import { completeHeaders } from '../request/respond.ts';
import type { EdgeRequest } from './edge.ts';

/** Last step of a response that streams from the origin to the client; compresses it where that helps. */
export class ResponseOutlet {
  private readonly context: EdgeRequest;
  private readonly head: ResponseHead;
  private readonly headers: HeaderList;
  private readonly compressors: FairCounter;
  private coded: CompressingReply | null = null;

  /** @param headers end-to-end headers, changed in place */
  constructor(context: EdgeRequest, compressors: FairCounter, head: ResponseHead, headers: HeaderList) {
    this.compressors = compressors;
    this.context = context;
    this.head = head;
    this.headers = headers;
  }

  /** Sends a complete body together with its head. */
  sendWhole(body: Buffer | null, trailers: HeaderList | null): void {
    const coding = body === null ? null : this.chooseCoding(body.length);
    if (body === null || coding === null) {
      this.sendPlain(body, trailers);
      return;
    }
    if (isCompressedAtOnce(coding, body.length)) {
      this.sendCoded(coding, compressAtOnce(body, coding), body, trailers);
      return;
    }
    const release = takeCompressor(this.compressors, this.context);
    if (release === null) {
      this.sendPlain(body, trailers);
      return;
    }
    const send = (coded: Buffer | null) => {
      release();
      if (this.context.finished) return;
      if (coded === null) this.sendPlain(body, trailers);
      else this.sendCoded(coding, coded, body, trailers);
    };
    compressWhole(body, coding, 'once').then(send, () => send(null));
  }

  /** Begins a body that arrives in pieces. `onDrain`: `write` has room again. */
  begin(onDrain: () => void): void {
    const coding = this.chooseCoding(this.head.contentLength);
    const release = coding === null ? null : takeCompressor(this.compressors, this.context);
    if (coding === null || release === null) {
      this.context.reply.onDrain(onDrain);
      this.sendPlainHead();
      return;
    }
    this.sendHead(codedHeaders(this.headers, coding));
    const coded = new CompressingReply(countingReply(this.context), coding, release);
    coded.onDrain(onDrain);
    this.coded = coded;
  }

  write(chunk: Buffer): boolean {
    if (this.coded !== null) return this.coded.write(chunk);
    this.context.responseBytes += chunk.length;
    return this.context.reply.write(chunk);
  }

  /** Sends everything so far, because the origin pauses. */
  flush(): void {
    if (this.coded === null) this.context.reply.flush();
    else this.coded.flush();
  }

  end(trailers: HeaderList | null): void {
    if (this.coded === null) {
      this.context.reply.end(null, trailers);
      return;
    }
    // The origin has finished but the compressor has not: a client that leaves now must still free its compressor.
    this.context.lifetime.whenAbandoned(() => this.cancel());
    this.coded.end(null, trailers);
  }

  /** The client has left or must get no more. */
  cancel(): void {
    this.coded?.cancel();
  }

  /** @param length null: unknown so far */
  private chooseCoding(length: number | null): Coding | null {
    const head = this.head;
    if (!this.context.site!.compression || head.bodyless) return null;
    if (!isCompressible(head.status, this.headers, length)) return null;
    withVary(this.headers);
    return codingForClient(this.context);
  }

  private sendCoded(coding: Coding, coded: Buffer, plain: Buffer, trailers: HeaderList | null): void {
    if (coded.length >= plain.length) {
      this.sendPlain(plain, trailers);
      return;
    }
    const headers = codedHeaders(this.headers, coding);
    // Trailers need chunked encoding.
    if (trailers === null) headers.push('Content-Length', String(coded.length));
    this.sendHead(headers);
    this.sendBody(coded, trailers);
  }

  private sendPlain(body: Buffer | null, trailers: HeaderList | null): void {
    this.sendPlainHead();
    this.sendBody(body, trailers);
  }

  private sendBody(body: Buffer | null, trailers: HeaderList | null): void {
    this.context.responseBytes += body?.length ?? 0;
    this.context.reply.end(body, trailers);
  }

  private sendPlainHead(): void {
    const { status, contentLength } = this.head;
    if (contentLength !== null && status !== 204) this.headers.push('Content-Length', String(contentLength));
    this.sendHead(this.headers);
  }

  private sendHead(headers: HeaderList): void {
    const context = this.context;
    if (context.cacheNote !== '') headers.push('Cache-Status', `${CACHE_NAME}; ${context.cacheNote}`);
    completeHeaders(context, headers);
    // The origin answered before the request was complete, so the rest of it must not be read as a next request.
    if (!context.bodyComplete) context.reply.closeAfter();
    context.status = this.head.status;
    context.reply.head(this.head.status, this.head.reason, headers);
  }
}

/** Whether the response will be compressed for this client, so that waiting for a small body pays off. */
export function willBeCompressed(context: EdgeRequest, head: ResponseHead): boolean {
  return (
    context.site!.compression &&
    !head.bodyless &&
    isCompressible(head.status, head.headers, head.contentLength) &&
    codingForClient(context) !== null
  );
}

function codingForClient(context: EdgeRequest): Coding | null {
  if (context.protocol === 'HTTP/1.0' || invitesLengthOracle(context.rawHeaders)) return null;
  const field = valuesOf(context.rawHeaders, 'accept-encoding');
  return chooseCoding(acceptedCodings(field.length === 0 ? null : field.join(', ')), STREAM_ORDER);
}
