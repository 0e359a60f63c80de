import type { Redis } from 'ioredis';
import { CONFIG_DOCUMENTS, type DocumentKeys } from './redis-keys.ts';
import { STREAM_START, type StreamEntry, StreamFollower } from './stream-follower.ts';

export interface ConfigFollowerEvents {
  /** An unverified document from Redis; `siteId` is its hash field; `traceparent`: of its change, empty if unknown. */
  onDocument(siteId: string, bytes: Uint8Array, traceparent: string): void;
  /**
   * All versions were compared. `ids`: those present in Redis, where they are collected; `sequence`: its change counter,
   * 0: it is empty, or was emptied.
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
  /** The version that is held of a document; null: none. Absent: what `remember` was told. */
  versionOf?(siteId: string): bigint | null;
  /** False: `onSynchronised` is not told which documents there are, which takes memory for each of them. */
  collectsIds?: boolean;
}

const FETCH_AT_ONCE = 200;
/** Versions that are compared between two looks at the stream; Redis may return some more. */
const COMPARE_AT_ONCE = 500;
/** Time between two looks at the stream while versions are compared, ms: changes do not wait for the end of it. */
const LOOK_EVERY_MS = 50;
/** Comparisons take at most this fraction of the time where they take long, as with a million sites. */
const COMPARING_SHARE = 1 / 20;
const MAX_COMPARE_EVERY_MS = 100_000;

/** How far the stream was read. */
interface Position {
  lastId: string;
  sequence: number;
}

/**
 * The edge's side: loads everything once, then follows the stream of changes. So it does for site configurations and, with
 * other keys, for whatever else has an id, a version and a signed document.
 *
 *   note the stream's end → compare versions, fetch what differs → read on from the noted end
 *
 * Versions are compared in parts, and changes are read in between: with a million sites a comparison takes seconds, and
 * the first one minutes. A jump in `seq` (trimmed entries, a restored or emptied Redis) or a lost connection starts it
 * from the beginning. A site that is missing in Redis is left alone: only a signed tombstone removes one.
 */
export class EdgeConfigFollower extends StreamFollower {
  private readonly events: ConfigFollowerEvents;
  private readonly compareEveryMs: number;
  private readonly keys: DocumentKeys;
  private readonly fetchAtOnce: number;
  private readonly collectsIds: boolean;
  private readonly known = new Map<string, bigint>();
  private readonly versionOf: (siteId: string) => bigint | null;
  private sequence = 0;
  private sitesBehind = 0;

  /** @param redis a connection of its own: reading the stream blocks it. */
  constructor(redis: Redis, events: ConfigFollowerEvents, options: ConfigFollowerOptions = {}) {
    const keys = options.keys ?? CONFIG_DOCUMENTS;
    super(redis, keys.changes, (error) => events.onError(error), options.blockMs);
    this.keys = keys;
    this.fetchAtOnce = options.fetchAtOnce ?? FETCH_AT_ONCE;
    this.collectsIds = options.collectsIds ?? true;
    this.versionOf = options.versionOf ?? ((siteId) => this.known.get(siteId) ?? null);
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
    const [lastId] = (await this.newestEntry()) ?? [STREAM_START];
    const sequence = Number((await this.redis.get(this.keys.sequence)) ?? 0);
    const position = { lastId, sequence };
    const begunAt = performance.now();
    const ids = await this.compareAll(position);
    if (ids === null) return;
    this.sequence = position.sequence;
    this.events.onSynchronised(ids, sequence);
    const comparedAt = performance.now();
    const takes = (comparedAt - begunAt) / COMPARING_SHARE;
    const pauseMs = Math.max(this.compareEveryMs, Math.min(takes, MAX_COMPARE_EVERY_MS));

    while (!this.stopped) {
      if (!(await this.take(await this.entriesAfter(position.lastId), position))) return;
      this.sequence = position.sequence;
      if (performance.now() - comparedAt >= pauseMs) return;
    }
  }

  /** Fetches what entries of the stream say; false: some are missing. */
  private async take(entries: readonly StreamEntry[], position: Position): Promise<boolean> {
    /** With the trace of each one's latest change. */
    const changed = new Map<string, string>();
    for (const [id, fields] of entries) {
      const seq = Number(fields.seq);
      if (seq > position.sequence + 1) return false;
      position.sequence = Math.max(position.sequence, seq);
      position.lastId = id;
      if (fields.site !== undefined && this.isNews(fields.site, fields.version))
        changed.set(fields.site, fields.traceparent ?? '');
    }
    await this.fetch([...changed.keys()], changed);
    return true;
  }

  /** Null: to be begun anew, or stopped. */
  private async compareAll(position: Position): Promise<ReadonlySet<string> | null> {
    const ids = new Set<string>();
    let behind = 0;
    let cursor = '0';
    let lookedAt = performance.now();
    const mayGoOn = async (): Promise<boolean> => {
      if (this.stopped) return false;
      if (performance.now() - lookedAt < LOOK_EVERY_MS) return true;
      const isWhole = await this.take(await this.entriesNow(position.lastId), position);
      lookedAt = performance.now();
      return isWhole;
    };
    do {
      const [next, pairs] = await this.redis.hscan(this.keys.versions, cursor, 'COUNT', COMPARE_AT_ONCE);
      cursor = next;
      const news: [site: string, version: string][] = [];
      for (let at = 0; at + 1 < pairs.length; at += 2) {
        const site = pairs[at]!;
        if (this.collectsIds) ids.add(site);
        if (this.isNews(site, pairs[at + 1])) news.push([site, pairs[at + 1]!]);
      }
      for (let start = 0; start < news.length; start += this.fetchAtOnce) {
        const some = news.slice(start, start + this.fetchAtOnce);
        await this.fetch(some.map(([site]) => site));
        behind += some.filter(([site, version]) => this.isNews(site, version)).length;
        if (!(await mayGoOn())) return null;
      }
      if (!(await mayGoOn())) return null;
    } while (cursor !== '0');
    this.sitesBehind = behind;
    return ids;
  }

  private isNews(siteId: string, version: string | undefined): boolean {
    const known = this.versionOf(siteId);
    if (known === null) return true;
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
