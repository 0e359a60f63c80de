import type { Redis } from 'ioredis';
import { CONFIG_DOCUMENTS, type DocumentKeys } from './redis-keys.ts';
import { STREAM_START, StreamFollower } from './stream-follower.ts';

export interface ConfigFollowerEvents {
  /** An unverified document from Redis; `siteId` is its hash field; `traceparent`: of its change, empty if unknown. */
  onDocument(siteId: string, bytes: Uint8Array, traceparent: string): void;
  /**
   * All versions were compared. `ids`: those present in Redis; `sequence`: its change counter, 0: it is empty, or was
   * emptied.
   */
  onSynchronised(ids: ReadonlySet<string>, sequence: number): void;
  onError(error: Error): void;
}

export interface ConfigFollowerOptions {
  /** Milliseconds between comparisons of all versions, which catch lost stream entries. */
  compareEveryMs?: number;
  /** Milliseconds that one read of the stream waits. */
  blockMs?: number;
  /** Which documents to follow; absent: site configurations. */
  keys?: DocumentKeys;
  /** Documents that are fetched together. */
  fetchAtOnce?: number;
}

const FETCH_AT_ONCE = 200;

/**
 * The edge's side: loads everything once, then follows the stream of changes. So it does for site configurations and, with
 * other keys, for whatever else has an id, a version and a signed document.
 *
 *   note the stream's end → compare versions, fetch what differs → read on from the noted end
 *
 * A jump in `seq` (trimmed entries, a restored or emptied Redis) or a lost connection starts it from the beginning.
 * A site that is missing in Redis is left alone: only a signed tombstone removes one.
 */
export class EdgeConfigFollower extends StreamFollower {
  private readonly events: ConfigFollowerEvents;
  private readonly compareEveryMs: number;
  private readonly keys: DocumentKeys;
  private readonly fetchAtOnce: number;
  private readonly known = new Map<string, bigint>();
  private sequence = 0;
  private sitesBehind = 0;

  /** @param redis a connection of its own: reading the stream blocks it. */
  constructor(redis: Redis, events: ConfigFollowerEvents, options: ConfigFollowerOptions = {}) {
    const keys = options.keys ?? CONFIG_DOCUMENTS;
    super(redis, keys.changes, (error) => events.onError(error), options.blockMs);
    this.keys = keys;
    this.fetchAtOnce = options.fetchAtOnce ?? FETCH_AT_ONCE;
    this.events = events;
    this.compareEveryMs = options.compareEveryMs ?? 30_000;
  }

  /** Tells which versions the edge holds already, so that they are not fetched again. */
  remember(siteId: string, version: bigint): void {
    this.known.set(siteId, version);
  }

  /**
   * `sequence`: every change up to this one was read; 0: none yet. `sitesBehind`: sites whose published version was
   * newer than the held one after the latest comparison, because their documents were refused or are missing.
   */
  get progress(): { sequence: number; sitesBehind: number } {
    return { sequence: this.sequence, sitesBehind: this.sitesBehind };
  }

  protected override async follow(): Promise<void> {
    let [lastId] = (await this.newestEntry()) ?? [STREAM_START];
    let sequence = Number((await this.redis.get(this.keys.sequence)) ?? 0);
    const ids = await this.compareAll();
    this.sequence = sequence;
    this.events.onSynchronised(ids, sequence);
    const comparedAt = performance.now();

    while (!this.stopped) {
      const entries = await this.entriesAfter(lastId);
      /** With the trace of each one's latest change. */
      const changed = new Map<string, string>();
      for (const [id, fields] of entries) {
        const seq = Number(fields.seq);
        if (seq > sequence + 1) return;
        sequence = Math.max(sequence, seq);
        lastId = id;
        if (fields.site !== undefined && this.isNews(fields.site, fields.version))
          changed.set(fields.site, fields.traceparent ?? '');
      }
      await this.fetch([...changed.keys()], changed);
      this.sequence = sequence;
      if (performance.now() - comparedAt >= this.compareEveryMs) return;
    }
  }

  private async compareAll(): Promise<ReadonlySet<string>> {
    const versions = await this.redis.hgetall(this.keys.versions);
    const news = Object.keys(versions).filter((site) => this.isNews(site, versions[site]));
    await this.fetch(news);
    this.sitesBehind = news.filter((site) => this.isNews(site, versions[site])).length;
    return new Set(Object.keys(versions));
  }

  private isNews(siteId: string, version: string | undefined): boolean {
    const known = this.known.get(siteId);
    if (known === undefined) return true;
    return version !== undefined && /^\d{1,19}$/.test(version) && BigInt(version) > known;
  }

  private async fetch(
    sites: readonly string[],
    traces: ReadonlyMap<string, string> = new Map(),
  ): Promise<void> {
    for (let start = 0; start < sites.length; start += this.fetchAtOnce) {
      const some = sites.slice(start, start + this.fetchAtOnce);
      const documents = await this.redis.hmgetBuffer(this.keys.documents, ...some);
      some.forEach((site, index) => {
        const bytes = documents[index];
        if (bytes) this.events.onDocument(site, bytes, traces.get(site) ?? '');
      });
    }
  }
}
