import { acceptedCodings, type Coding, chooseCoding } from '../../http/accept-encoding.ts';
import { readRange } from '../../http/byte-range.ts';
import { CodedBodies } from '../../http/compression/coded-bodies.ts';
import { codedHeaders, withVary } from '../../http/compression/coded-headers.ts';
import { STORED_ORDER, STREAM_ORDER, takeCompressor } from '../../http/compression/compressor.ts';
import { CACHE_NAME } from '../../request/cache-status.ts';
import { CompressingReply } from '../../request/compressing-reply.ts';
import { countingReply } from '../../request/counting-reply.ts';
import type { HeaderList } from '../../request/reply.ts';
import { completeHeaders } from '../../request/respond.ts';
import type { CacheRequest, CacheServices } from './cache-services.ts';
import { ifRangeHolds, isNotModified } from './conditional.ts';
import type { CacheFacts } from './request-facts.ts';
import type { BodyReader } from './stored-body.ts';
import type { BodySink } from './stored-body-reader.ts';
import type { StoredResponse } from './stored-response.ts';

export interface Serving {
  facts: CacheFacts;
  /** Cache-Status without the cache's name. */
  note: string;
  /** The client for whom the response was fetched; its Age header is the origin's own. */
  isFirst: boolean;
  /** Called when all stored bytes were sent; the callee ends the response. Only with `isFirst`. */
  onEnd?: ((sink: ClientSink) => void) | undefined;
  onAbandoned?: (() => void) | undefined;
}

/** Destination of a body: the reply, or a compressor in front of it. */
export interface ClientSink extends BodySink {
  end(): void;
}

/** Answers from a stored response, which may still be arriving. */
export function serveStored(
  context: CacheRequest,
  edge: CacheServices,
  entry: StoredResponse,
  serving: Serving,
): void {
  if (context.finished || context.answered) return;
  context.answered = true;
  if (serving.onAbandoned !== undefined) context.lifetime.whenAbandoned(serving.onAbandoned);
  edge.cache!.touch(entry);
  new StoredReply(context, edge, entry, serving).start();
}

class StoredReply {
  private readonly context: CacheRequest;
  private readonly edge: CacheServices;
  private readonly entry: StoredResponse;
  private readonly serving: Serving;

  constructor(context: CacheRequest, edge: CacheServices, entry: StoredResponse, serving: Serving) {
    this.context = context;
    this.edge = edge;
    this.entry = entry;
    this.serving = serving;
  }

  start(): void {
    const { facts } = this.serving;
    const entry = this.entry;
    if (entry.status === 200 && isNotModified(facts, entry)) {
      this.head(304, '', withoutContent(this.headersOfWhole()));
      this.empty();
      return;
    }
    const length = entry.body.state === 'complete' ? entry.body.length : entry.declaredLength;
    const mayPart = entry.status === 200 && length !== null && facts.range !== null;
    const range = mayPart && ifRangeHolds(facts.ifRange, entry) ? readRange(facts.range, length) : null;
    if (range === 'unsatisfiable') {
      this.head(416, '', ['Content-Range', `bytes */${length}`, 'Content-Length', '0']);
      this.empty();
      return;
    }
    if (range !== null) {
      const { first, last } = range;
      const headers = [...entry.headers, 'Content-Range', `bytes ${first}-${last}/${length}`];
      headers.push('Content-Length', String(last - first + 1));
      this.head(206, '', headers);
      this.body(first, last + 1);
      return;
    }
    if (this.context.site!.compression && entry.compressible) this.whole(length);
    else this.plain(length, [...entry.headers]);
  }

  /** Headers of the complete response. */
  private headersOfWhole(): readonly string[] {
    const { headers, compressible } = this.entry;
    if (!this.context.site!.compression || !compressible) return headers;
    const coding = chooseCoding(acceptedCodings(this.serving.facts.acceptEncoding), STORED_ORDER);
    return coding === null ? withVary([...headers]) : codedHeaders(headers, coding);
  }

  /** Sends the complete response, in the coding that the client prefers. */
  private whole(length: number | null): void {
    const entry = this.entry;
    const accepted = acceptedCodings(this.serving.facts.acceptEncoding);
    const whole = entry.body.whole;
    const coding = chooseCoding(accepted, whole === null ? STREAM_ORDER : STORED_ORDER);
    if (coding === null || this.context.method === 'HEAD') {
      this.plain(length, withVary([...entry.headers]));
      return;
    }
    if (whole === null) {
      this.streamCoded(coding, length);
      return;
    }
    entry.coded ??= new CodedBodies(whole, () => this.edge.cache!.resize(entry));
    const copy = entry.coded.get(coding, () => this.takeCompressor());
    if (!(copy instanceof Promise)) {
      this.sendCopy(coding, copy, length);
      return;
    }
    void copy.then((made) => {
      if (!this.context.finished) this.sendCopy(coding, made, length);
    });
  }

  private sendCopy(coding: Coding, copy: Buffer | null, length: number | null): void {
    if (copy === null) {
      this.plain(length, withVary([...this.entry.headers]));
      return;
    }
    const headers = codedHeaders(this.entry.headers, coding);
    headers.push('Content-Length', String(copy.length));
    this.head(this.entry.status, this.entry.reason, headers);
    this.context.responseBytes += copy.length;
    this.context.reply.end(copy, null);
  }

  private takeCompressor(): (() => void) | null {
    return takeCompressor(this.edge.pools.compressors, this.context);
  }

  /** Compresses a large body, or one still arriving, for this client only. */
  private streamCoded(coding: Coding, length: number | null): void {
    const release = this.takeCompressor();
    if (release === null) {
      this.plain(length, withVary([...this.entry.headers]));
      return;
    }
    const context = this.context;
    this.head(this.entry.status, this.entry.reason, codedHeaders(this.entry.headers, coding));
    const coded = new CompressingReply(countingReply(context), coding, release);
    const sink: ClientSink = {
      write: (chunk) => coded.write(chunk),
      onDrain: (listener) => coded.onDrain(listener),
      end: () => coded.end(null, null),
    };
    this.read(
      0,
      Number.POSITIVE_INFINITY,
      sink,
      () => coded.abort(),
      () => coded.cancel(),
    );
  }

  private plain(length: number | null, headers: HeaderList): void {
    const entry = this.entry;
    const { whole } = entry.body;
    const bodyless = entry.status === 204;
    if (length !== null && !bodyless) headers.push('Content-Length', String(length));
    this.head(entry.status, entry.reason, headers);
    if (this.context.method === 'HEAD' || bodyless) {
      this.empty();
      return;
    }
    if (whole !== null) {
      this.context.responseBytes += whole.length;
      this.context.reply.end(whole.length === 0 ? null : whole, null);
      return;
    }
    this.body(0, Number.POSITIVE_INFINITY);
  }

  private body(from: number, end: number): void {
    const { method, reply } = this.context;
    if (method === 'HEAD') {
      this.empty();
      return;
    }
    const counted = countingReply(this.context);
    const sink: ClientSink = {
      write: (chunk) => counted.write(chunk),
      onDrain: (listener) => reply.onDrain(listener),
      end: () => reply.end(null, null),
    };
    this.read(
      from,
      end,
      sink,
      () => reply.abort(),
      () => undefined,
    );
  }

  private read(from: number, end: number, sink: ClientSink, abort: () => void, cancel: () => void): void {
    const context = this.context;
    const { onEnd } = this.serving;
    let reader: BodyReader | null = null;
    // Registered before the reader's own handler, which checks whether others read the body.
    context.lifetime.whenAbandoned(() => {
      reader?.cancel();
      cancel();
    });
    reader = this.entry.body.read(from, end, sink, (whole) => {
      if (context.finished) return;
      if (!whole) abort();
      else if (onEnd === undefined) sink.end();
      else onEnd(sink);
    });
  }

  private head(status: number, reason: string, headers: HeaderList): void {
    const { entry, context, isFirst } = { entry: this.entry, context: this.context, ...this.serving };
    if (!isFirst || entry.hadAge) headers.push('Age', String(entry.ageSeconds(Date.now())));
    if (context.fromPeer !== null) headers.push(...tagFields(entry.tags));
    headers.push('Cache-Status', `${CACHE_NAME}; ${this.serving.note}`);
    completeHeaders(context, headers);
    context.status = status;
    context.reply.head(status, reason, headers);
  }

  /** Sends no body; what is still arriving continues for others. */
  private empty(): void {
    const { onAbandoned } = this.serving;
    if (onAbandoned !== undefined) this.context.lifetime.release(onAbandoned);
    this.context.reply.end(null, null);
  }
}

/**
 * Also for other nodes, which purge their copies by these tags. Each header keeps its own separator: commas in one,
 * spaces in the other.
 */
function tagFields(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => [tag.includes(',') ? 'Surrogate-Key' : 'Cache-Tag', tag]);
}

const CONTENT = /^content-(?!location)/i;

/** Stored headers that a 304 repeats (RFC 9110, 15.4.5). */
function withoutContent(headers: readonly string[]): HeaderList {
  const kept: HeaderList = [];
  for (let index = 0; index < headers.length; index += 2) {
    if (!CONTENT.test(headers[index]!)) kept.push(headers[index]!, headers[index + 1]!);
  }
  return kept;
}
