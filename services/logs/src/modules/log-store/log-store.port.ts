import type { PoolClient } from 'pg';
import type { ClosedValues, Facet, FacetCount } from '../records/roll-ups.rules.ts';
import type { LogFilter } from './log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from './log-row.types.ts';
import type { PendingRecords } from './row-writer.types.ts';

/**
 * Keeps request logs: records, and how often they had each value. Whose they are, how far each edge's segment is stored and
 * how many requests each minute had is not its concern: that stands in the service's database, and records are appended and
 * counted within the transaction that writes it. What any store has to do is tried by `conformance/`.
 */
export abstract class LogStore {
  abstract readonly records: LogRecords;
  abstract readonly aggregates: LogAggregates;
  abstract readonly facets: LogFacets;

  /** Where the records of one transaction are written, as this store takes them. */
  abstract newRecords(): PendingRecords;

  /** What need not be told apart, as it will be counted as others. */
  abstract readonly closedValues: ClosedValues;

  /**
   * Counts the values of these records, under the same condition. The transaction holds the totals of their sites by then: nobody
   * else counts for them.
   * @returns what to do once it has committed; it does not fail
   */
  abstract count(transaction: PoolClient, facets: readonly FacetCount[]): Promise<() => void | Promise<void>>;

  /** Before the first record of a day comes. */
  abstract prepare(nowMs: number): Promise<void>;

  /** Drops what no plan keeps any longer. */
  abstract applyRetention(nowMs: number): Promise<void>;

  /**
   * Records and facets of a site, in steps: what was deleted when `until` ends it stays deleted, and a repeat goes on behind it.
   * @returns how many rows were deleted
   * @throws the reason of `until`
   */
  abstract deleteSite(siteNo: number, until?: AbortSignal): Promise<number>;

  /**
   * What one address asked of a site within a time. Hours in which none of it is left lose the address among their facets, with
   * all that they counted for it. What was begun when `until` ends it is whole after a repeat.
   * @returns how many records were deleted
   * @throws the reason of `until`
   */
  abstract deleteClient(siteNo: number, address: string, span: Span, until?: AbortSignal): Promise<number>;

  /** Once nothing is asked any longer. */
  abstract close(): Promise<void>;
}

/** Milliseconds of 1970: `fromMs` included, `toMs` not. */
export interface Span {
  fromMs: number;
  toMs: number;
}

export interface SearchResult {
  rows: LogRow[];
  /** Where to go on; null at the end of the log. */
  next: LogPosition | null;
  /** Set if fewer rows came because the search stopped there for now, not because the log ends. */
  searchedToMs: number | null;
}

/** Rows of one site and minute that were stored together. */
export interface StoredChunk {
  chunk_no: string;
  site_no: number;
  from_at: Date;
  to_at: Date;
}

/** Records themselves, newest first where nothing else is said. */
export interface LogRecords {
  /** The newest rows of these sites; with `after`, the newest of those behind it. */
  newest(
    siteNos: readonly number[],
    status: StatusFilter,
    limit: number,
    nowMs: number,
    after?: LogPosition | null,
  ): Promise<LogRow[]>;

  /** The rows of a time range behind a row of the page before. */
  page(
    siteNos: readonly number[],
    status: StatusFilter,
    span: Span,
    after: LogPosition | null,
    limit: number,
  ): Promise<LogRow[]>;

  /**
   * Rows that fit, over everything retained. Bounded in rows and time: a search that finds little ends with the position from
   * which it can go on.
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
   * Rows of one client: those that have exactly this text, a network's without those of the addresses in it. Bounded as a search is.
   * @throws DomainError `search_too_slow`
   */
  ofClient(
    siteNo: number,
    address: string,
    span: Span,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult>;

  /** The row of a request to one of these sites whose id, a UUIDv7, says when it was; `null` while it is not stored. */
  byRequestId(siteNos: readonly number[], requestId: string): Promise<LogRow | null>;

  /** Of requests whose ids say when they were, those that were refused and are stored, in no order. */
  refused(wanted: readonly { siteNo: number; requestId: string }[]): Promise<LogRow[]>;

  /** The rows of chunks in the order of these, the oldest of each first: one order at every repeat. */
  ofChunks(chunks: readonly StoredChunk[]): Promise<LogRow[]>;
}

export interface AttackersQuery {
  siteNo: number;
  sinceMs: number;
  /** The newest so many tell. */
  limit: number;
}

/** How many requests of an address were of a threat. */
export interface AttackerCount {
  address: string;
  asnName: string;
  threat: number;
  requests: number;
}

/** Refusals of one address at one place, and how it fared on that site otherwise. */
export interface RefusedCaller {
  siteNo: number;
  path: string;
  threat: number;
  address: string;
  refused: number;
  blockedInAll: number;
  allowed: number;
}

/** Why requests that log-only let pass would have been stopped. */
export interface WouldBlockCause {
  /** 0: no rule's. */
  ruleId: number;
  message: string | null;
  reason: string;
  threat: number;
  requests: number;
  addresses: number;
  /** Whose origin's answer was well. */
  answered: number;
  /** In the mean; null where no rules are known. */
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
  /** Milliseconds; of no requests there is none. */
  | { of: 'latency'; percentile: number }
  /** The most that one rule has refused on one path. */
  | { of: 'clients_of_one_rule' };

export interface Measurement {
  value: number | null;
  rule?: { id: string; path: string };
}

/** Figures made of records; each reads a bounded number of them. */
export interface LogAggregates {
  /** Whose requests were blocked, of the newest of a site. */
  attackers(query: AttackersQuery): Promise<AttackerCount[]>;

  /** Whom rules refused since then, among the newest refusals of each site. */
  refusedCallers(siteNos: readonly number[], sinceMs: number, ofEachSite: number): Promise<RefusedCaller[]>;

  /** Requests that log-only let pass; at most one more than `most`. */
  countWouldBlock(siteNos: readonly number[], sinceMs: number, most: number): Promise<number>;

  /**
   * What the newest of them would have been stopped for, the most frequent first. A request counts for one cause: the
   * rule that decided, else the heaviest that fired; without a rule, the edge's reason, with the name of an owner's own rule.
   */
  wouldBlockCauses(siteNos: readonly number[], sinceMs: number, lookedAt: number): Promise<WouldBlockCause[]>;

  /**
   * A figure over the records after `fromMs`, until `toMs` included, that fit.
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

/** With what was sent, of hours that counted it. */
export interface FacetBytes extends FacetSum {
  responseBytes: number;
}

/** How often records had each value, by the hour; a question never reads records. */
export interface LogFacets {
  /** The values of a facet by frequency, over whole hours; without `toMs` until now. */
  top(
    siteNos: readonly number[],
    facet: Facet,
    span: { fromMs: number; toMs?: number },
    limit: number,
  ): Promise<FacetSum[]>;

  /**
   * The same of several at once.
   * @param by what a value is more frequent by
   */
  topOfEach<Name extends Facet>(
    siteNos: readonly number[],
    facets: readonly Name[],
    span: Span,
    limit: number,
    by?: 'requests' | 'response_bytes',
  ): Promise<Record<Name, FacetBytes[]>>;

  /** How many requests had a value, by the hour or day (UTC) in which there were some. */
  series(
    siteNos: readonly number[],
    facet: Facet,
    value: string,
    step: 'hour' | 'day',
    span: Span,
  ): Promise<Map<number, number>>;
}
