import type { PoolClient } from 'pg';
import type { ClosedValues, Facet, FacetCount } from '../records/roll-ups.rules.ts';
import type { LogFilter } from './log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from './log-row.types.ts';
import type { PendingRecords } from './row-writer.types.ts';

/**
 * Stores request logs: records, and counts of their values. The service's database holds which account a site belongs
 * to, how far each edge's segment is stored and how many requests each minute had; records are appended and counted
 * within the transaction that writes these. `conformance/` tests every store.
 */
export abstract class LogStore {
  abstract readonly records: LogRecords;
  abstract readonly aggregates: LogAggregates;
  abstract readonly facets: LogFacets;

  /** Creates a writer for the records of one transaction, in this store's format. */
  abstract newRecords(): PendingRecords;

  /** Values without a counter of their own, which are counted as others. */
  abstract readonly closedValues: ClosedValues;

  /**
   * Counts the values of these records, in the same transaction. It has locked the totals of their sites: nobody else
   * counts for them.
   * @returns what to do after the commit; it does not fail
   */
  abstract count(transaction: PoolClient, facets: readonly FacetCount[]): Promise<() => void | Promise<void>>;

  /** Called before the first record of a day. */
  abstract prepare(nowMs: number): Promise<void>;

  /** Drops what has expired under every plan. */
  abstract applyRetention(nowMs: number): Promise<void>;

  /**
   * Adds up what is long over, so that questions about weeks read little. Answers are the same before and after.
   * @throws the reason of `until`; a repeat continues
   */
  abstract sumDays(nowMs: number, until?: AbortSignal): Promise<void>;

  /**
   * Deletes a site's records and facets, in steps: after an abort by `until` a repeat continues.
   * @returns number of deleted rows
   * @throws the reason of `until`
   */
  abstract deleteSite(siteNo: number, until?: AbortSignal): Promise<number>;

  /**
   * Deletes one address's requests to a site within a time range. Hours without any other request of the address lose
   * it among their facets, with all its counts. After an abort by `until` a repeat completes what was begun.
   * @returns number of deleted records
   * @throws the reason of `until`
   */
  abstract deleteClient(siteNo: number, address: string, span: Span, until?: AbortSignal): Promise<number>;

  /** When no more queries follow. */
  abstract close(): Promise<void>;
}

/** Milliseconds since 1970: `fromMs` inclusive, `toMs` exclusive. */
export interface Span {
  fromMs: number;
  toMs: number;
}

export interface SearchResult {
  rows: LogRow[];
  /** Position of the next page; null at the end of the log. */
  next: LogPosition | null;
  /** Set if the search stopped there for now, and not because the log ends. */
  searchedToMs: number | null;
}

/** Rows of one site and minute that were stored together. */
export interface StoredChunk {
  chunk_no: string;
  site_no: number;
  from_at: Date;
  to_at: Date;
}

/** Queries for records, newest first unless stated otherwise. */
export interface LogRecords {
  /** The newest rows of these sites; with `after`, the newest after that position. */
  newest(
    siteNos: readonly number[],
    status: StatusFilter,
    limit: number,
    nowMs: number,
    after?: LogPosition | null,
  ): Promise<LogRow[]>;

  /** The rows of a time range after the previous page's last row. */
  page(
    siteNos: readonly number[],
    status: StatusFilter,
    span: Span,
    after: LogPosition | null,
    limit: number,
  ): Promise<LogRow[]>;

  /**
   * Matching rows over the whole retention. Bounded in rows and time: a search with few matches returns the position to
   * continue from.
   * @throws DomainError `search_too_slow`
   */
  search(
    siteNos: readonly number[],
    status: StatusFilter,
    filter: LogFilter,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult>;

  /**
   * Rows of one client: those with exactly this text, so a network's without those of single addresses in it. Bounded
   * as a search is.
   * @throws DomainError `search_too_slow`
   */
  ofClient(
    siteNo: number,
    address: string,
    span: Span,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult>;

  /**
   * The row of a request to one of these sites, by its id, a UUIDv7 with a timestamp; `null` while it is not stored.
   */
  byRequestId(siteNos: readonly number[], requestId: string): Promise<LogRow | null>;

  /** Of requests with timestamped ids, those that were refused and are stored, in no particular order. */
  refused(wanted: readonly { siteNo: number; requestId: string }[]): Promise<LogRow[]>;

  /** The rows of chunks in the given order, oldest first within each: the same order at every repeat. */
  ofChunks(chunks: readonly StoredChunk[]): Promise<LogRow[]>;
}

export interface AttackersQuery {
  siteNo: number;
  sinceMs: number;
  /** Maximum number of the newest requests that are examined. */
  limit: number;
}

/** Number of an address's requests that were classified as a threat. */
export interface AttackerCount {
  address: string;
  asnName: string;
  threat: number;
  requests: number;
}

/** Refusals of one address at one place, and its other requests to that site. */
export interface RefusedCaller {
  siteNo: number;
  path: string;
  threat: number;
  address: string;
  refused: number;
  blockedInAll: number;
  allowed: number;
}

/** Why requests that log-only mode let pass would have been stopped. */
export interface WouldBlockCause {
  /** 0: no rule. */
  ruleId: number;
  message: string | null;
  reason: string;
  threat: number;
  requests: number;
  addresses: number;
  /** Requests with a successful response of the origin. */
  answered: number;
  /** Mean; null where no rules are known. */
  rulesFired: number | null;
  path: string;
  target: string | null;
  samples: {
    request_id: string;
    timestamp: string;
    remote_addr: string;
    geo_country: string | null;
    request_method: string;
    request_uri: string;
    origin_status: number | null;
  }[];
}

export type RecordMeasure =
  | { of: 'requests' | 'clients' }
  /** Milliseconds; null without requests. */
  | { of: 'latency'; percentile: number }
  /** The largest number that one rule has refused on one path. */
  | { of: 'clients_of_one_rule' };

export interface Measurement {
  value: number | null;
  rule?: { id: string; path: string };
}

/** Figures computed from records; each query reads a bounded number of them. */
export interface LogAggregates {
  /** Clients whose requests were blocked, among the newest of a site. */
  attackers(query: AttackersQuery): Promise<AttackerCount[]>;

  /**
   * Clients refused by rules since then, among the newest refusals of each site; of the sites where at least one of them
   * had `leastAllowed` requests allowed.
   */
  refusedCallers(
    siteNos: readonly number[],
    sinceMs: number,
    ofEachSite: number,
    leastAllowed: number,
  ): Promise<RefusedCaller[]>;

  /** Requests that log-only mode let pass; at most one more than `most`. */
  countWouldBlock(siteNos: readonly number[], sinceMs: number, most: number): Promise<number>;

  /**
   * What would have stopped the newest of them, most frequent first. A request counts for one cause: the rule that
   * decided, else the one with the highest score that matched; without a rule, the edge's reason, with the name of a
   * custom rule.
   */
  wouldBlockCauses(siteNos: readonly number[], sinceMs: number, lookedAt: number): Promise<WouldBlockCause[]>;

  /**
   * A figure over the matching records after `fromMs`, up to and including `toMs`.
   * @returns null: it took too long
   */
  measure(
    siteNos: readonly number[],
    measure: RecordMeasure,
    filter: { status: StatusFilter; log: LogFilter },
    span: Span,
  ): Promise<Measurement | null>;
}

export interface FacetSum {
  value: string;
  requests: number;
  blocked: number;
}

/** With the bytes sent, for hours that counted them. */
export interface FacetBytes extends FacetSum {
  responseBytes: number;
}

/** Hourly counts of records by value; these queries never read records. */
export interface LogFacets {
  /** The values of a facet by frequency, over whole hours; without `toMs` until now. */
  top(
    siteNos: readonly number[],
    facet: Facet,
    span: { fromMs: number; toMs?: number },
    limit: number,
  ): Promise<FacetSum[]>;

  /**
   * The same for several facets at once.
   * @param by the count to order values by
   */
  topOfEach<Name extends Facet>(
    siteNos: readonly number[],
    facets: readonly Name[],
    span: Span,
    limit: number,
    by?: 'requests' | 'response_bytes',
  ): Promise<Record<Name, FacetBytes[]>>;

  /** Number of requests with a value, by the hour or day (UTC); those without any are left out. */
  series(
    siteNos: readonly number[],
    facet: Facet,
    value: string,
    step: 'hour' | 'day',
    span: Span,
  ): Promise<Map<number, number>>;
}
