import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import { MINUTES_KEPT_DAYS } from './kept.rules.ts';
import { THREAT_CODES } from './threats.rules.ts';

/** Facets counted per site and hour in addition to traffic. The codes are stored. */
export const FACET = {
  threat: 1,
  country: 2,
  latency: 3,
  status: 4,
  path: 5,
  address: 6,
  method: 7,
  cache: 8,
  network: 9,
  rule: 10,
  agent: 11,
  bot: 12,
  originLatency: 13,
  edgeLatency: 14,
  csp: 15,
} as const;
export type Facet = keyof typeof FACET;
/** All codes are below this. */
const KINDS = 16;

/** Upper bounds in milliseconds of the latency classes; the last class has none. */
export const LATENCY_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** Minutes complete the partial hours of a 24-hour window. */
export const MINUTES_KEPT_MS = MINUTES_KEPT_DAYS * 24 * HOUR_MS;

/** A record's contribution to the counters. */
export interface CountedRecord {
  siteNo: number;
  receivedAtMs: number;
  blocked: boolean;
  /** Code of the threat class. */
  threat: number;
  status: number;
  requestBytes: number;
  responseBytes: number;
  durationUs: number;
  /** Whether the request was sent to an origin, and if so, whether that failed. */
  originAsked: boolean;
  originFailed: boolean;
  /** The origin's part of the duration. */
  originDurationUs: number;
  country: string;
  path: string;
  address: string;
  method: string;
  /** Cache status; empty if the cache was not used. */
  cache: string;
  /** "64500 Example Net"; empty if unknown. */
  network: string;
  userAgent: string;
  /** The edge's reason for classifying the client as a bot, else empty. */
  bot: string;
  /** "img-src ads.example /basket": a browser's report of a CSP violation. */
  csp: readonly string[];
  /** The rules that matched, each once: "1002 SQL injection". */
  rules: readonly string[];
}

export interface Traffic {
  siteNo: number;
  timeMs: number;
  requests: number;
  blocked: number;
  requestBytes: number;
  responseBytes: number;
  allowedDurationUs: number;
  originRequests: number;
  originFailures: number;
}

export interface FacetCount {
  siteNo: number;
  kind: number;
  hourMs: number;
  value: string;
  requests: number;
  blocked: number;
  responseBytes: number;
}

/** Collects all values of a facet without a counter of their own. */
export const OTHER = '(other)';

/** The complete set of values with a counter; `undefined` while others may still get one. */
export type ClosedValues = (siteNo: number, kind: number, hourMs: number) => ReadonlySet<string> | undefined;

const NONE_CLOSED: ClosedValues = () => undefined;

/** Counts of one facet in one hour of a site. */
interface ValueCounts {
  rows: Map<string, FacetCount>;
  closed: ReadonlySet<string> | undefined;
  /** The value counted last: methods, agents and the like mostly repeat. */
  last: string | undefined;
  lastRow: FacetCount | undefined;
}

interface SiteHour {
  siteNo: number;
  hourMs: number;
  /** By the facet's code. */
  counts: (ValueCounts | undefined)[];
  /** Of facets whose values are numbered classes: by the facet's code and the class. */
  classes: ((FacetCount | undefined)[] | undefined)[];
  /** Records whose values are not counted yet. */
  waiting: CountedRecord[];
}

/**
 * Number of records of one hour of a site that are counted together: the counters of all sites do not fit into a
 * processor's cache.
 */
const COUNTED_AT_ONCE = 128;

/** Adds up one transaction's records. */
export class RollUps {
  private readonly minuteRows = new Map<number, Map<number, Traffic>>();
  private readonly siteHours = new Map<number, Map<number, SiteHour>>();
  /** Consecutive records mostly share site and minute. */
  private last: Traffic | undefined;
  private readonly closedValues: ClosedValues;

  constructor(closedValues = NONE_CLOSED) {
    this.closedValues = closedValues;
  }

  add(record: CountedRecord): void {
    const { siteNo, blocked } = record;
    const minuteMs = record.receivedAtMs - (record.receivedAtMs % MINUTE_MS);
    const row =
      this.last?.siteNo === siteNo && this.last.timeMs === minuteMs
        ? this.last
        : this.minuteRow(siteNo, minuteMs);
    this.last = row;
    row.requests++;
    row.requestBytes += record.requestBytes;
    row.responseBytes += record.responseBytes;
    if (blocked) row.blocked++;
    else row.allowedDurationUs += record.durationUs;
    if (record.originAsked) row.originRequests++;
    if (record.originFailed) row.originFailures++;
    const hour = this.siteHour(siteNo, minuteMs - (minuteMs % HOUR_MS));
    if (hour.waiting.push(record) === COUNTED_AT_ONCE) this.countWaiting(hour);
  }

  /** Sorted by site and time, so that transactions lock rows in the same order. */
  minutes(): Traffic[] {
    return [...this.minuteRows.values()].flatMap((rows) => [...rows.values()]).sort(bySiteAndTime);
  }

  hours(): Traffic[] {
    return merged(this.minutes(), (timeMs) => timeMs - (timeMs % HOUR_MS));
  }

  totals(): Traffic[] {
    return merged(this.minutes(), () => 0);
  }

  /**
   * Counts per value, except for values known to get no counter of their own; `FacetAdmission` merges further excess
   * values. Grouped by site, hour and kind, in no particular order.
   */
  facets(): FacetCount[] {
    const all: FacetCount[] = [];
    for (const hours of this.siteHours.values())
      for (const hour of hours.values()) {
        this.countWaiting(hour);
        for (const values of hour.counts) if (values) for (const row of values.rows.values()) all.push(row);
        for (const rows of hour.classes) if (rows) for (const row of rows) if (row) all.push(row);
      }
    return all;
  }

  private minuteRow(siteNo: number, timeMs: number): Traffic {
    let rows = this.minuteRows.get(siteNo);
    if (!rows) {
      rows = new Map();
      this.minuteRows.set(siteNo, rows);
    }
    const minute = timeMs / MINUTE_MS;
    let row = rows.get(minute);
    if (!row) {
      row = emptyTraffic(siteNo, timeMs);
      rows.set(minute, row);
    }
    return row;
  }

  private siteHour(siteNo: number, hourMs: number): SiteHour {
    let hours = this.siteHours.get(siteNo);
    if (!hours) {
      hours = new Map();
      this.siteHours.set(siteNo, hours);
    }
    const number = hourMs / HOUR_MS;
    let hour = hours.get(number);
    if (!hour) {
      const [counts, classes] = [new Array(KINDS).fill(undefined), new Array(KINDS).fill(undefined)];
      hour = { siteNo, hourMs, counts, classes, waiting: [] };
      hours.set(number, hour);
    }
    return hour;
  }

  private countWaiting(hour: SiteHour): void {
    for (const record of hour.waiting) this.addFacets(record, hour);
    hour.waiting.length = 0;
  }

  private addFacets(record: CountedRecord, hour: SiteHour): void {
    this.countFrequent(hour, record, FACET.country, record.country);
    this.countClass(hour, record, FACET.status, STATUS_CLASSES, statusNumber(record.status));
    this.count(hour, record, FACET.path, record.path);
    this.count(hour, record, FACET.address, record.address);
    this.countFrequent(hour, record, FACET.method, record.method);
    this.countFrequent(hour, record, FACET.cache, record.cache);
    this.countFrequent(hour, record, FACET.network, record.network);
    this.countFrequent(hour, record, FACET.agent, record.userAgent);
    if (record.bot !== '') this.count(hour, record, FACET.bot, record.bot);
    for (const report of record.csp) this.count(hour, record, FACET.csp, report);
    for (const rule of record.rules) this.count(hour, record, FACET.rule, rule);
    if (record.blocked) {
      this.countClass(hour, record, FACET.threat, THREAT_VALUES, record.threat);
      return;
    }
    const { durationUs, originDurationUs } = record;
    this.countClass(hour, record, FACET.latency, LATENCY_VALUES, latencyClass(durationUs));
    if (!record.originAsked) return;
    const edgeUs = Math.max(0, durationUs - originDurationUs);
    this.countClass(hour, record, FACET.originLatency, LATENCY_VALUES, latencyClass(originDurationUs));
    this.countClass(hour, record, FACET.edgeLatency, LATENCY_VALUES, latencyClass(edgeUs));
  }

  private count(hour: SiteHour, record: CountedRecord, kind: number, value: string): void {
    this.rowOf(hour, hour.counts[kind] ?? this.valueCounts(hour, kind), kind, value, record);
  }

  /** For facets of few values. */
  private countFrequent(hour: SiteHour, record: CountedRecord, kind: number, value: string): void {
    const counts = hour.counts[kind] ?? this.valueCounts(hour, kind);
    if (counts.last === value) {
      addTo(counts.lastRow!, record);
      return;
    }
    counts.lastRow = this.rowOf(hour, counts, kind, value, record);
    counts.last = value;
  }

  /** For facets whose values are few classes. */
  private countClass(
    { siteNo, hourMs, classes }: SiteHour,
    record: CountedRecord,
    kind: number,
    values: readonly string[],
    number: number,
  ): void {
    let rows = classes[kind];
    if (rows === undefined) {
      rows = [];
      classes[kind] = rows;
    }
    const row = rows[number];
    if (row === undefined)
      rows[number] = firstCount({ siteNo, kind, hourMs, value: values[number]! }, record);
    else addTo(row, record);
  }

  private rowOf(
    { siteNo, hourMs }: SiteHour,
    { rows, closed }: ValueCounts,
    kind: number,
    value: string,
    record: CountedRecord,
  ): FacetCount {
    const counted = closed === undefined || closed.has(value) ? value : OTHER;
    let row = rows.get(counted);
    if (row === undefined) {
      row = firstCount({ siteNo, kind, hourMs, value: counted }, record);
      rows.set(counted, row);
    } else addTo(row, record);
    return row;
  }

  private valueCounts(hour: SiteHour, kind: number): ValueCounts {
    const closed = this.closedValues(hour.siteNo, kind, hour.hourMs);
    const counts = { rows: new Map(), closed, last: undefined, lastRow: undefined };
    hour.counts[kind] = counts;
    return counts;
  }
}

function firstCount(
  { siteNo, kind, hourMs, value }: Pick<FacetCount, 'siteNo' | 'kind' | 'hourMs' | 'value'>,
  { blocked, responseBytes }: CountedRecord,
): FacetCount {
  return { siteNo, kind, hourMs, value, requests: 1, blocked: blocked ? 1 : 0, responseBytes };
}

function addTo(row: FacetCount, { blocked, responseBytes }: CountedRecord): void {
  row.requests++;
  row.responseBytes += responseBytes;
  if (blocked) row.blocked++;
}

/** Site, kind and hour in one number: hours since the epoch need 20 bits, kinds 4. */
export function bucketOf(siteNo: number, kind: number, hourMs: number): number {
  return (siteNo * KINDS + kind) * 0x100000 + hourMs / HOUR_MS;
}

/** Status class: "5xx"; "0xx" where no response was sent. */
export function statusClass(status: number): string {
  return STATUS_CLASSES[statusNumber(status)]!;
}

function statusNumber(status: number): number {
  const number = Math.floor(status / 100);
  return number < STATUS_CLASSES.length ? number : 0;
}

const STATUS_CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];
const THREAT_VALUES = Array.from({ length: THREAT_CODES }, (_, code) => String(code));
const LATENCY_VALUES = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, i) => String(i));

/** Index of the first bound that the duration does not exceed. */
function latencyClass(durationUs: number): number {
  let index = 0;
  while (index < LATENCY_BOUNDS_MS.length && durationUs > LATENCY_BOUNDS_MS[index]! * 1000) index++;
  return index;
}

function emptyTraffic(siteNo: number, timeMs: number): Traffic {
  return {
    siteNo,
    timeMs,
    requests: 0,
    blocked: 0,
    requestBytes: 0,
    responseBytes: 0,
    allowedDurationUs: 0,
    originRequests: 0,
    originFailures: 0,
  };
}

/** Merges rows with equal times; the order stays. */
function merged(rows: readonly Traffic[], toTime: (timeMs: number) => number): Traffic[] {
  const result: Traffic[] = [];
  for (const row of rows) {
    const timeMs = toTime(row.timeMs);
    let target = result.at(-1);
    if (target?.siteNo !== row.siteNo || target.timeMs !== timeMs) {
      target = emptyTraffic(row.siteNo, timeMs);
      result.push(target);
    }
    target.requests += row.requests;
    target.blocked += row.blocked;
    target.requestBytes += row.requestBytes;
    target.responseBytes += row.responseBytes;
    target.allowedDurationUs += row.allowedDurationUs;
    target.originRequests += row.originRequests;
    target.originFailures += row.originFailures;
  }
  return result;
}

export function byFacet(a: FacetCount, b: FacetCount): number {
  return (
    a.siteNo - b.siteNo ||
    a.kind - b.kind ||
    a.hourMs - b.hourMs ||
    (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
  );
}

function bySiteAndTime(a: Traffic, b: Traffic): number {
  return a.siteNo - b.siteNo || a.timeMs - b.timeMs;
}
