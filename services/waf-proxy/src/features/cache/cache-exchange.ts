import { endToEndHeaders } from '../../http/end-to-end-fields.ts';
import { valuesOf } from '../../http/header-lines.ts';
import type { ResponseHead } from '../../http/response-head.ts';
import type { HeaderList } from '../../request/reply.ts';
import type { BodyTaker, OriginValve, ResponseHooks } from '../../request/response-hooks.ts';
import type { CacheRequest, CacheServices } from './cache-services.ts';
import type { Fill } from './fill.ts';
import type { CacheFacts } from './request-facts.ts';
import { type ClientSink, type Serving, serveStored } from './serve-stored.ts';
import { judgeResponse } from './storability.ts';
import type { StoredBody } from './stored-body.ts';
import { StoredResponse } from './stored-response.ts';
import { MAX_VARIANT_CHARACTERS, variantOf, varyNames } from './vary.ts';

/** A request that the cache makes to the origin. */
export interface Asking {
  facts: CacheFacts;
  /** Null: nobody may wait for it, but the response may be stored. */
  fill: Fill | null;
  siteId: string;
  key: string;
  path: string;
  /** Accept-Encoding for the origin, in place of the client's. */
  acceptEncoding: string;
  /** The stored response to be revalidated, or to be used if the origin fails. */
  stale: StoredResponse | null;
  /** Lower-case headers that ordinary visitors do not send: the response is only stored if it varies by all of them. */
  unusual: readonly string[];
  /** Why the origin was asked, for Cache-Status, such as "fwd=stale". */
  note: string;
}

/** A fetch whose client left continues if others wait for it, or if no more than this is missing. */
const WORTH_FINISHING_BYTES = 1024 * 1024;
const ORIGIN_FAILURES: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Sits between the origin and the cache: stores, revalidates, or passes responses on. */
export class CacheExchange implements ResponseHooks, BodyTaker {
  private readonly context: CacheRequest;
  private readonly edge: CacheServices;
  private readonly asking: Asking;
  private valve: OriginValve | null = null;
  private entry: StoredResponse | null = null;
  private body: StoredBody | null = null;
  /** Body beyond the size that is stored, for the one client that asked. */
  private tail: Buffer[] | null = null;
  private tailSink: ClientSink | null = null;
  private tailFlows = false;
  private originDone = false;
  private clientGone = false;

  constructor(context: CacheRequest, edge: CacheServices, asking: Asking) {
    this.context = context;
    this.edge = edge;
    this.asking = asking;
  }

  bind(valve: OriginValve): void {
    this.valve = valve;
  }

  takesHead(head: ResponseHead): boolean {
    const { stale } = this.asking;
    if (stale === null) return false;
    if (head.status === 304) return this.confirm(stale, head);
    if (ORIGIN_FAILURES.has(head.status) && this.standIn()) return true;
    return false;
  }

  takesFailure(): boolean {
    const { fill, key } = this.asking;
    this.originDone = true;
    if (this.body !== null) {
      this.entry!.gone = true;
      fill?.fail();
      this.body.break();
      if (this.tail !== null && !this.clientGone) this.context.reply.abort();
      return true;
    }
    if (this.standIn()) return true;
    if (this.asking.unusual.length === 0) this.edge.cache!.markUncacheable(key, 'failure');
    fill?.fail();
    return false;
  }

  refused(): void {
    if (this.asking.unusual.length === 0) this.edge.cache!.markUncacheable(this.asking.key, 'response');
    this.asking.fill?.fail();
  }

  abandoned(): void {
    this.asking.fill?.fail();
  }

  store(head: ResponseHead, endToEnd: HeaderList): BodyTaker | null {
    const entry = this.newEntry(head, endToEnd);
    if (entry === null) {
      // An unusual request says nothing about those of others.
      if (this.asking.unusual.length > 0) return null;
      const failed = ORIGIN_FAILURES.has(head.status);
      this.edge.cache!.markUncacheable(this.asking.key, failed ? 'failure' : 'response');
      this.asking.fill?.fail();
      return null;
    }
    this.entry = entry;
    this.asking.fill?.begin(entry);
    // A body that is already here is sent with its head, so the client is answered after the first bytes.
    return this;
  }

  append(chunk: Buffer): boolean {
    if (this.tail !== null) {
      this.tail.push(chunk);
      this.pumpTail();
      return this.tailFlows;
    }
    const outcome = this.body!.append(chunk);
    if (outcome === 'too-large') {
      this.overflow(chunk);
      return this.tailFlows;
    }
    if (this.body!.length !== this.entry!.declaredLength) this.serve();
    return outcome === 'more';
  }

  complete(): void {
    this.originDone = true;
    if (this.tail !== null) {
      this.pumpTail();
      return;
    }
    this.body!.complete();
    const { fill } = this.asking;
    if (this.body!.state !== 'complete') {
      // The disk rejected it; the client has seen the response break off.
      this.entry!.gone = true;
      fill?.fail();
      return;
    }
    if (fill === null) this.edge.cache!.put(this.entry!);
    else fill.complete();
    this.serve();
  }

  /** Sends what is there to the client for whom the origin was asked; once. */
  private serve(): void {
    const context = this.context;
    if (context.answered || context.finished) return;
    context.cacheStatus = this.asking.stale === null ? 'miss' : 'expired';
    this.answerFrom(this.entry!, {
      facts: this.asking.facts,
      note: `${this.asking.note}; stored`,
      isFirst: true,
      onEnd: (sink) => this.storedPartSent(sink),
      onAbandoned: () => this.clientLeft(),
    });
  }

  /** From here on the cache decides whether the fetch continues if the client leaves, as others may need it. */
  private answerFrom(entry: StoredResponse, serving: Serving): void {
    this.valve?.outliveClient();
    serveStored(this.context, this.edge, entry, serving);
  }

  /** Serves the stored response because the origin failed; false if none may be used. */
  private standIn(): boolean {
    const { stale, fill, facts, note, key } = this.asking;
    const now = Date.now();
    if (stale === null || stale.gone || stale.freshness.staleIfErrorUntilMs <= now) return false;
    this.edge.cache!.markUncacheable(key, 'failure');
    stale.refreshing = false;
    fill?.confirmed(stale);
    this.context.cacheStatus = 'stale';
    this.answerFrom(stale, {
      facts,
      note: `hit; ${note}; detail=origin-failed`,
      isFirst: false,
    });
    return true;
  }

  /** The origin confirmed the stored response. */
  private confirm(stale: StoredResponse, head: ResponseHead): boolean {
    const { fill, facts, note, path } = this.asking;
    const now = Date.now();
    const headers = endToEndHeaders(head.headers);
    const request = { path, noStore: false, hasCookie: facts.hasCookie };
    const merged = mergedHead(stale, headers);
    const freshness = judgeResponse(request, merged, this.context.site!.cache!, now);
    stale.refreshing = false;
    if (freshness === null) {
      // Confirmed, but no longer storable: only this client gets it.
      const gone = stale.gone;
      this.answerFrom(stale, {
        facts,
        note: `${note}; fwd-status=304`,
        isFirst: false,
      });
      if (!gone) this.edge.cache!.remove(stale);
      fill?.fail();
    } else {
      stale.freshen(headers, freshness, now);
      fill?.confirmed(stale);
      this.answerFrom(stale, {
        facts,
        note: `${note}; fwd-status=304`,
        isFirst: false,
      });
    }
    this.context.cacheStatus = 'revalidated';
    return true;
  }

  private newEntry(head: ResponseHead, endToEnd: HeaderList): StoredResponse | null {
    const { facts, siteId, key, path, acceptEncoding } = this.asking;
    const cache = this.edge.cache!;
    const now = Date.now();
    const { rawHeaders, asksPlainPage } = this.context;
    const length = head.bodyless ? 0 : head.contentLength;
    if (length !== null && length > cache.objectBytes) return null;
    // A response in a coding that was not asked for is useless to other clients.
    const coding = valuesOf(endToEnd, 'content-encoding').join(',').trim().toLowerCase();
    if (coding !== '' && coding !== 'identity' && !acceptEncoding.split(', ').includes(coding)) return null;
    const request = { path, noStore: facts.noStore, hasCookie: facts.hasCookie };
    const response = { status: head.status, headers: endToEnd };
    const freshness = judgeResponse(request, response, this.context.site!.cache!, now);
    const vary = varyNames(endToEnd);
    if (freshness === null || vary === 'everything') return null;
    if (!this.asking.unusual.every((name) => vary.includes(name))) return null;
    const variant = variantOf(vary, rawHeaders, acceptEncoding, asksPlainPage);
    if (variant.length > MAX_VARIANT_CHARACTERS) return null;
    this.body = cache.newBody(() => this.valve?.resumeOrigin());
    const stored = { status: head.status, reason: head.reason, headers: endToEnd };
    return new StoredResponse(
      { siteId, key, path, variant, vary },
      stored,
      freshness,
      this.body,
      length,
      now,
    );
  }

  /** The body is larger than what is stored: its own client gets the rest as it arrives, others do not. */
  private overflow(chunk: Buffer): void {
    this.entry!.gone = true;
    this.edge.cache!.markUncacheable(this.asking.key, 'response');
    this.asking.fill?.fail();
    this.tail = [chunk];
    this.serve();
    if (this.clientGone || this.context.finished) this.valve!.stopOrigin();
    this.body!.complete();
    this.body!.delete();
  }

  private storedPartSent(sink: ClientSink): void {
    if (this.tail === null) {
      sink.end();
      return;
    }
    this.tailSink = sink;
    sink.onDrain(() => this.letFlow());
    this.letFlow();
  }

  private letFlow(): void {
    this.tailFlows = true;
    this.pumpTail();
    if (this.tailFlows) this.valve!.resumeOrigin();
  }

  private pumpTail(): void {
    const sink = this.tailSink;
    if (sink === null || this.tail === null) return;
    for (const chunk of this.tail.splice(0)) this.tailFlows = sink.write(chunk);
    if (!this.originDone) return;
    this.tailSink = null;
    sink.end();
  }

  private clientLeft(): void {
    this.clientGone = true;
    if (this.originDone) return;
    const body = this.body!;
    const missing = (this.entry!.declaredLength ?? Number.POSITIVE_INFINITY) - body.length;
    if (this.tail === null && (body.readers > 0 || missing <= WORTH_FINISHING_BYTES)) return;
    this.originDone = true;
    this.valve!.stopOrigin();
    this.entry!.gone = true;
    this.asking.fill?.fail();
    body.break();
  }
}

/** The head of a stored response, updated from a 304. */
function mergedHead(stale: StoredResponse, news: readonly string[]) {
  const names = new Set(news.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const kept: string[] = [];
  for (let index = 0; index < stale.headers.length; index += 2) {
    if (!names.has(stale.headers[index]!.toLowerCase())) {
      kept.push(stale.headers[index]!, stale.headers[index + 1]!);
    }
  }
  // Its age starts anew with the confirmation, whatever its stored Date.
  if (!names.has('date')) return { status: stale.status, headers: withoutDate([...kept, ...news]) };
  return { status: stale.status, headers: [...kept, ...news] };
}

function withoutDate(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]!.toLowerCase() !== 'date') kept.push(headers[index]!, headers[index + 1]!);
  }
  return kept;
}
