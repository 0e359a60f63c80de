import type { CodedBodies } from '../../http/compression/coded-bodies.ts';
import { isCompressible } from '../../http/compression/compressible.ts';
import { singleValue, valuesOf, withoutFields } from '../../http/header-lines.ts';
import { parseHttpDate } from '../../http/http-date.ts';
import { ownString } from '../../http/own-string.ts';
import type { Freshness } from './storability.ts';
import type { StoredBody } from './stored-body.ts';

/** Set anew for every client, or addressed to the cache only. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'age',
  'cache-tag',
  'surrogate-key',
  'surrogate-control',
  'content-length',
  'transfer-encoding',
]);
/** Headers about the stored body, which a 304 must not change (RFC 9111, 3.2). */
const NOT_FRESHENED: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-type',
  'content-range',
  'content-length',
  'transfer-encoding',
  'etag',
]);
const MAX_TAGS = 128;
/** Approximate memory of an entry besides its strings. */
const ENTRY_BYTES = 1_024;

export interface StoredHead {
  status: number;
  reason: string;
  /** End-to-end headers as received. */
  headers: readonly string[];
}

/** One cached response: what clients get, and how long. */
export class StoredResponse {
  /** Unique among the worker's responses. */
  readonly id: string;
  readonly siteId: string;
  readonly key: string;
  readonly path: string;
  readonly variant: string;
  /** Request headers that determine `variant`. */
  readonly vary: readonly string[];
  readonly status: number;
  readonly reason: string;
  readonly body: StoredBody;
  /** The full length, if the origin announced it or the body is complete; null: unknown. */
  declaredLength: number | null;
  headers: readonly string[];
  tags: readonly string[];
  etag: string | null;
  lastModified: string | null;
  lastModifiedMs: number | null;
  /** When the origin generated it, or when it arrived. */
  readonly dateMs: number;
  storedAtMs: number;
  freshness: Freshness;
  /** The origin is a cache, or is behind one. */
  readonly hadAge: boolean;
  /** It may be compressed for clients. */
  readonly compressible: boolean;
  /** Compressed copies, one per coding. */
  coded: CodedBodies | null = null;
  /** A refetch is running. */
  refreshing = false;
  /** Purged, replaced or invalidated; no longer served. */
  gone = false;

  constructor(
    place: { siteId: string; key: string; path: string; variant: string; vary: readonly string[] },
    head: StoredHead,
    freshness: Freshness,
    body: StoredBody,
    declaredLength: number | null,
    nowMs: number,
  ) {
    this.id = `${place.key}\n${place.variant}`;
    this.siteId = place.siteId;
    this.key = place.key;
    this.path = ownString(place.path);
    this.variant = place.variant;
    this.vary = place.vary;
    this.status = head.status;
    this.reason = head.reason;
    this.body = body;
    this.declaredLength = declaredLength;
    this.headers = withoutFields(head.headers, NOT_KEPT);
    this.tags = tagsOf(head.headers);
    this.etag = singleValue(head.headers, 'etag');
    this.lastModified = singleValue(head.headers, 'last-modified');
    this.lastModifiedMs = this.lastModified === null ? null : parseHttpDate(this.lastModified);
    this.dateMs = parseHttpDate(singleValue(head.headers, 'date') ?? '') ?? nowMs;
    this.freshness = freshness;
    this.storedAtMs = nowMs;
    this.hadAge = valuesOf(head.headers, 'age').length > 0;
    this.compressible = isCompressible(head.status, head.headers, declaredLength);
    if (valuesOf(head.headers, 'date').length === 0) {
      this.headers = [...this.headers, 'Date', new Date(nowMs).toUTCString()];
    }
  }

  /** Memory that it occupies, strings included. */
  get memoryBytes(): number {
    let bytes = ENTRY_BYTES + this.key.length + this.variant.length + this.body.memoryBytes;
    for (const text of this.headers) bytes += text.length;
    return bytes + (this.coded?.bytes ?? 0);
  }

  ageSeconds(nowMs: number): number {
    return Math.max(0, Math.floor((this.freshness.ageMs + nowMs - this.storedAtMs) / 1_000));
  }

  /** Applies the headers of a 304 (RFC 9111, 4.3.4). */
  freshen(headers: readonly string[], freshness: Freshness, nowMs: number): void {
    const news = new Set<string>();
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index]!.toLowerCase();
      if (!NOT_KEPT.has(name) && !NOT_FRESHENED.has(name)) news.add(name);
    }
    const kept = withoutFields(this.headers, news);
    for (let index = 0; index < headers.length; index += 2) {
      if (news.has(headers[index]!.toLowerCase())) kept.push(headers[index]!, headers[index + 1]!);
    }
    this.headers = kept;
    const tags = tagsOf(headers);
    if (tags.length > 0) this.tags = tags;
    this.lastModified = singleValue(kept, 'last-modified');
    this.lastModifiedMs = this.lastModified === null ? null : parseHttpDate(this.lastModified);
    this.freshness = freshness;
    this.storedAtMs = nowMs;
  }
}

/** Tags for purging: comma-separated in Cache-Tag, space-separated in Surrogate-Key. */
function tagsOf(headers: readonly string[]): readonly string[] {
  const tags = [
    ...valuesOf(headers, 'cache-tag').flatMap((value) => value.split(',')),
    ...valuesOf(headers, 'surrogate-key').flatMap((value) => value.split(/\s+/)),
  ].map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MAX_TAGS);
}
