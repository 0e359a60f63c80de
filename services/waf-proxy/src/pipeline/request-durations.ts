import type { Exemplar } from '@palisade/tracing';
import type { TracePlace } from '../request/request-context.ts';

/** Upper bounds of the buckets, ms; a further bucket holds the rest. */
export const DURATION_BOUNDS_MS = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
] as const;

/** By the status's first digit; `none`: the client left before there was a response. */
export const STATUS_CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** What is measured, with help texts for `/metrics`. */
export const DURATIONS = {
  request_duration: 'Time from a request’s head to the end of its answer',
  origin_duration: 'Time that origins took for their answers',
} as const satisfies Readonly<Record<string, string>>;
export type DurationName = keyof typeof DURATIONS;
export const DURATION_NAMES = Object.keys(DURATIONS) as DurationName[];

const BUCKETS = DURATION_BOUNDS_MS.length + 1;
/** The buckets of one class, then the sum of its milliseconds. */
const ROW = BUCKETS + 1;
const TABLE = ROW * STATUS_CLASSES.length;

/** A bucket and the latest traced request in it, in the form of a report. */
export type CellExemplar = readonly [cell: number, traceId: string, spanId: string, ms: number, atMs: number];

/** One status class of one histogram. `buckets` are not cumulative; the last has no upper bound. */
export interface DurationRow {
  statusClass: (typeof STATUS_CLASSES)[number];
  buckets: readonly number[];
  sumMs: number;
  /** By bucket, where there is one. */
  exemplars: ReadonlyMap<number, Exemplar>;
}

/**
 * Histograms of request durations by status class, of a fixed size whatever clients send. Each worker has one and
 * reports its numbers, and the supervisor adds them up; they only rise.
 */
export class RequestDurations {
  private readonly cells: Float64Array;
  private readonly traced = new Map<number, CellExemplar>();

  constructor(numbers?: readonly number[]) {
    this.cells = new Float64Array(TABLE * DURATION_NAMES.length);
    if (numbers !== undefined) this.add(numbers);
  }

  /** @param originMs 0: no origin was asked */
  observe(status: number, totalMs: number, originMs: number, trace: TracePlace | null = null): void {
    this.count(0, status, totalMs, trace);
    if (originMs > 0) this.count(1, status, originMs, trace);
  }

  /** In the form of a report. */
  exemplars(): CellExemplar[] {
    return [...this.traced.values()];
  }

  addExemplars(exemplars: readonly CellExemplar[]): void {
    for (const exemplar of exemplars) {
      const [cell, , , , atMs] = exemplar;
      if (atMs >= (this.traced.get(cell)?.[4] ?? 0)) this.traced.set(cell, exemplar);
    }
  }

  /** In the form of a report. */
  numbers(): number[] {
    return [...this.cells];
  }

  add(numbers: readonly number[]): void {
    for (let at = 0; at < this.cells.length; at++) this.cells[at]! += numbers[at] ?? 0;
  }

  /** Omits classes without requests. */
  rows(name: DurationName): DurationRow[] {
    const table = DURATION_NAMES.indexOf(name) * TABLE;
    return STATUS_CLASSES.flatMap((statusClass, index) => {
      const start = table + index * ROW;
      const buckets = [...this.cells.subarray(start, start + BUCKETS)];
      if (buckets.every((count) => count === 0)) return [];
      const exemplars = this.exemplarsFrom(start);
      return [{ statusClass, buckets, sumMs: this.cells[start + BUCKETS]!, exemplars }];
    });
  }

  private exemplarsFrom(start: number): Map<number, Exemplar> {
    const found = new Map<number, Exemplar>();
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const exemplar = this.traced.get(start + bucket);
      if (exemplar === undefined) continue;
      const [, traceId, spanId, ms, atMs] = exemplar;
      found.set(bucket, { traceId, spanId, value: ms / 1_000, atMs });
    }
    return found;
  }

  private count(table: number, status: number, ms: number, trace: TracePlace | null): void {
    const statusClass = status >= 100 && status < 600 ? Math.floor(status / 100) : 0;
    const row = table * TABLE + statusClass * ROW;
    let bucket = 0;
    while (bucket < DURATION_BOUNDS_MS.length && ms > DURATION_BOUNDS_MS[bucket]!) bucket++;
    this.cells[row + bucket]!++;
    this.cells[row + BUCKETS]! += ms;
    if (trace !== null)
      this.traced.set(row + bucket, [row + bucket, trace.traceId, trace.spanId, ms, Date.now()]);
  }
}
