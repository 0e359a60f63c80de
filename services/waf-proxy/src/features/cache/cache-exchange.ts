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

/** One request that goes to the origin for the cache's sake. */
export interface Asking {
  facts: CacheFacts;
  /** Null: nobody may wait for it, but what comes may be stored. */
  fill: Fill | null;
  siteId: string;
  key: string;
  path: string;
  /** What the origin is told in the client's stead. */
  acceptEncoding: string;
  /** The stored response that the origin is asked about, or that may stand in when it fails. */
  stale: StoredResponse | null;
  /** Fields (lower case) that no ordinary visitor sends: stored only if the response varies by each of them. */
  unusual: readonly string[];
  /** Cache-Status of why the origin was asked, such as "fwd=stale". */
  note: string;
}

/** A fetch whose client has left goes on if others read along, or if so little is missing. */
const WORTH_FINISHING_BYTES = 1024 * 1024;
const ORIGIN_FAILURES: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Stands between an exchange with the origin and the cache: stores, confirms, or lets pass. */
export class CacheExchange implements ResponseHooks, BodyTaker {
  private readonly context: CacheRequest;
  private readonly edge: CacheServices;
  private readonly asking: Asking;
  private valve: OriginValve | null = null;
  private entry: StoredResponse | null = null;
  private body: StoredBody | null = null;
  /** What came beyond the size that is kept, for the one client that has asked. */
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
      // What one odd request brings says nothing about those that others will make.
      if (this.asking.unusual.length > 0) return null;
      const failed = ORIGIN_FAILURES.has(head.status);
      this.edge.cache!.markUncacheable(this.asking.key, failed ? 'failure' : 'response');
      this.asking.fill?.fail();
      return null;
    }
    this.entry = entry;
    this.asking.fill?.begin(entry);
    // A body that is here already goes out with its head: the client is answered when the first bytes have been taken.
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
      // The disk would not take it; its client has seen the response break off.
      this.entry!.gone = true;
      fill?.fail();
      return;
    }
    if (fill === null) this.edge.cache!.put(this.entry!);
    else fill.complete();
    this.serve();
  }

  /** Sends what there is to the client for whom the origin was asked; once. */
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

  /** From here on the client's leaving is the cache's affair: the fetch may be worth finishing for others. */
  private answerFrom(entry: StoredResponse, serving: Serving): void {
    this.valve?.outliveClient();
    serveStored(this.context, this.edge, entry, serving);
  }

  /** Answers from what is stored already because the origin cannot; false if nothing may. */
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

  /** The origin says that what is stored holds on. */
  private confirm(stale: StoredResponse, head: ResponseHead): boolean {
    const { fill, facts, note, path } = this.asking;
    const now = Date.now();
    const headers = endToEndHeaders(head.headers);
    const request = { path, noStore: false, hasCookie: facts.hasCookie };
    const merged = mergedHead(stale, headers);
    const freshness = judgeResponse(request, merged, this.context.site!.cache!, now);
    stale.refreshing = false;
    if (freshness === null) {
      // Confirmed, but not to be kept any longer: this one client gets it.
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
    // An answer in a coding that was not asked for is of use to nobody else.
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

  /** The body turned out larger than what is kept: its own client gets the rest as it comes, and nobody else. */
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

/** What a stored response will say once a 304 has been taken over. */
function mergedHead(stale: StoredResponse, news: readonly string[]) {
  const names = new Set(news.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const kept: string[] = [];
  for (let index = 0; index < stale.headers.length; index += 2) {
    if (!names.has(stale.headers[index]!.toLowerCase())) {
      kept.push(stale.headers[index]!, stale.headers[index + 1]!);
    }
  }
  // Its age begins anew with the confirmation, whatever Date the stored response bears.
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
