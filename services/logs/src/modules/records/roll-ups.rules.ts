import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import type { CountedValue, NumberSums } from './facet-columns.rules.ts';
import { MINUTES_KEPT_DAYS } from './kept.rules.ts';
import {
  CLASS_KINDS,
  type ColumnKind,
  type Counters,
  SpareCounters,
  VALUE_KINDS,
} from './spare-counters.rules.ts';
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
  country: CountedValue;
  path: CountedValue;
  address: CountedValue;
  method: CountedValue;
  /** Cache status; empty if the cache was not used. */
  cache: CountedValue;
  /** "64500 Example Net"; empty if unknown. */
  network: CountedValue;
  userAgent: CountedValue;
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

/** Counts of one facet of few records in one hour of a site. */
interface RareCounts {
  rows: Map<string, FacetCount>;
  closed: ReadonlySet<string> | undefined;
}

interface SiteHour {
  siteNo: number;
  hourMs: number;
  /** Its number in this transaction. */
  group: number;
  /** By the facet's code. */
  rare: (RareCounts | undefined)[];
}

/** Traffic of one minute, and the hour that the minute is in. */
interface Minute {
  traffic: Traffic;
  hour: SiteHour;
}

/** Adds up one transaction's records. */
export class RollUps {
  private readonly minuteRows = new Map<number, Map<number, Minute>>();
  private readonly siteHours = new Map<number, Map<number, SiteHour>>();
  private groups = 0;
  /** Consecutive records mostly share site and minute. */
  private last: Minute | undefined;
  private readonly counters: Counters;
  private readonly closedValues: ClosedValues;
  private readonly spare: SpareCounters;

  constructor(closedValues = NONE_CLOSED, spare = new SpareCounters()) {
    this.closedValues = closedValues;
    this.spare = spare;
    this.counters = spare.take();
  }

  add(record: CountedRecord): void {
    const { siteNo, blocked } = record;
    const minuteMs = record.receivedAtMs - (record.receivedAtMs % MINUTE_MS);
    const minute =
      this.last?.traffic.siteNo === siteNo && this.last.traffic.timeMs === minuteMs
        ? this.last
        : this.minute(siteNo, minuteMs);
    this.last = minute;
    const { traffic } = minute;
    traffic.requests++;
    traffic.requestBytes += record.requestBytes;
    traffic.responseBytes += record.responseBytes;
    if (blocked) traffic.blocked++;
    else traffic.allowedDurationUs += record.durationUs;
    if (record.originAsked) traffic.originRequests++;
    if (record.originFailed) traffic.originFailures++;
    this.addFacets(record, minute.hour);
  }

  /** Sorted by site and time, so that transactions lock rows in the same order. */
  minutes(): Traffic[] {
    return [...this.minuteRows.values()]
      .flatMap((rows) => [...rows.values()].map(({ traffic }) => traffic))
      .sort(bySiteAndTime);
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
    const { weights, columns, sums } = this.counters;
    const { rows, starts } = weights.byGroup(this.groups);
    sums.reserve(Math.max(...Object.values(columns).map(({ texts }) => texts.length), MAX_CLASSES));
    const sumOf = (kind: ColumnKind, { group }: SiteHour): number =>
      sums.add(weights, columns[kind].numbers, rows, starts[group]!, starts[group + 1]!);
    for (const hours of this.siteHours.values())
      for (const hour of hours.values()) {
        for (const kind of VALUE_KINDS)
          this.valuesOf(hour, FACET[kind], columns[kind].texts, sums, sumOf(kind, hour), all);
        for (const kind of CLASS_KINDS) classesOf(hour, kind, sums, sumOf(kind, hour), all);
        for (const counts of hour.rare) if (counts) for (const row of counts.rows.values()) all.push(row);
      }
    return all;
  }

  /** Lends the memory of its facets to another transaction; they cannot be asked for afterwards. */
  release(): void {
    this.spare.give(this.counters);
  }

  private minute(siteNo: number, timeMs: number): Minute {
    let rows = this.minuteRows.get(siteNo);
    if (!rows) {
      rows = new Map();
      this.minuteRows.set(siteNo, rows);
    }
    const number = timeMs / MINUTE_MS;
    let row = rows.get(number);
    if (!row) {
      row = {
        traffic: emptyTraffic(siteNo, timeMs),
        hour: this.siteHour(siteNo, timeMs - (timeMs % HOUR_MS)),
      };
      rows.set(number, row);
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
      hour = { siteNo, hourMs, group: this.groups++, rare: new Array(KINDS).fill(undefined) };
      hours.set(number, hour);
    }
    return hour;
  }

  private addFacets(record: CountedRecord, hour: SiteHour): void {
    const { columns, weights } = this.counters;
    const { blocked, durationUs, originDurationUs } = record;
    const row = weights.add(hour.group, blocked, record.responseBytes);
    columns.country.set(row, record.country);
    columns.path.set(row, record.path);
    columns.address.set(row, record.address);
    columns.method.set(row, record.method);
    columns.cache.set(row, record.cache);
    columns.network.set(row, record.network);
    columns.agent.set(row, record.userAgent);
    columns.status.setNumber(row, classNumber(statusNumber(record.status)));
    columns.threat.setNumber(row, blocked ? classNumber(record.threat) : NO_CLASS);
    columns.latency.setNumber(row, blocked ? NO_CLASS : classNumber(latencyClass(durationUs)));
    const hasOrigin = !blocked && record.originAsked;
    const edgeUs = Math.max(0, durationUs - originDurationUs);
    columns.originLatency.setNumber(row, hasOrigin ? classNumber(latencyClass(originDurationUs)) : NO_CLASS);
    columns.edgeLatency.setNumber(row, hasOrigin ? classNumber(latencyClass(edgeUs)) : NO_CLASS);
    if (record.bot !== '') this.countRare(hour, record, FACET.bot, record.bot);
    for (const report of record.csp) this.countRare(hour, record, FACET.csp, report);
    for (const rule of record.rules) this.countRare(hour, record, FACET.rule, rule);
  }

  private countRare(hour: SiteHour, record: CountedRecord, kind: number, value: string): void {
    const { siteNo, hourMs } = hour;
    let counts = hour.rare[kind];
    if (counts === undefined) {
      counts = { rows: new Map(), closed: this.closedValues(siteNo, kind, hourMs) };
      hour.rare[kind] = counts;
    }
    const { rows, closed } = counts;
    const counted = closed === undefined || closed.has(value) ? value : OTHER;
    let row = rows.get(counted);
    if (row === undefined) {
      row = { siteNo, kind, hourMs, value: counted, requests: 0, blocked: 0, responseBytes: 0 };
      rows.set(counted, row);
    }
    row.requests++;
    row.responseBytes += record.responseBytes;
    if (record.blocked) row.blocked++;
  }

  private valuesOf(
    { siteNo, hourMs }: SiteHour,
    kind: number,
    texts: readonly string[],
    sums: NumberSums,
    distinct: number,
    into: FacetCount[],
  ): void {
    const closed = this.closedValues(siteNo, kind, hourMs);
    let other: FacetCount | undefined;
    for (let i = 0; i < distinct; i++) {
      const number = sums.found[i]!;
      const text = texts[number]!;
      const isOther = closed !== undefined && !closed.has(text);
      if (other !== undefined && isOther) {
        other.requests += sums.requests[number]!;
        other.blocked += sums.blocked[number]!;
        other.responseBytes += sums.bytes[number]!;
        continue;
      }
      const count = countOf({ siteNo, kind, hourMs, value: isOther ? OTHER : text }, sums, number);
      if (isOther) other = count;
      into.push(count);
    }
  }
}

function classesOf(
  { siteNo, hourMs }: SiteHour,
  kind: (typeof CLASS_KINDS)[number],
  sums: NumberSums,
  distinct: number,
  into: FacetCount[],
): void {
  for (let i = 0; i < distinct; i++) {
    const number = sums.found[i]!;
    if (number === NO_CLASS) continue;
    const value = CLASS_VALUES[kind][number - 1]!;
    into.push(countOf({ siteNo, kind: FACET[kind], hourMs, value }, sums, number));
  }
}

const countOf = (
  { siteNo, kind, hourMs, value }: Pick<FacetCount, 'siteNo' | 'kind' | 'hourMs' | 'value'>,
  sums: NumberSums,
  number: number,
): FacetCount => ({
  siteNo,
  kind,
  hourMs,
  value,
  requests: sums.requests[number]!,
  blocked: sums.blocked[number]!,
  responseBytes: sums.bytes[number]!,
});

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
const CLASS_VALUES: Readonly<Record<(typeof CLASS_KINDS)[number], readonly string[]>> = {
  status: STATUS_CLASSES,
  threat: THREAT_VALUES,
  latency: LATENCY_VALUES,
  originLatency: LATENCY_VALUES,
  edgeLatency: LATENCY_VALUES,
};
/** In a column of classes: the record has none. */
const NO_CLASS = 0;
const classNumber = (number: number): number => number + 1;
/** The numbers of classes are below it. */
const MAX_CLASSES = Math.max(...Object.values(CLASS_VALUES).map((values) => classNumber(values.length)));

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
