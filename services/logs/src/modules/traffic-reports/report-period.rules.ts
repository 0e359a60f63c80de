import { DAY_MS, HOUR_MS } from '@palisade/basics';
import type { Span } from '../log-store/log-store.port.ts';

export const REPORT_PERIODS = ['week', 'month'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** UTC: late enough that edges' last records of the period have arrived. */
const GOES_OUT_AFTER_MS = 7 * HOUR_MS;
/** A service that was down sends reports some days late, but no older ones. */
const TOO_LATE_AFTER_MS = 3 * DAY_MS;

const toDay = (ms: number): number => ms - (ms % DAY_MS);

/** Monday or the first of the month, 00:00 UTC. */
export function startOfPeriod(period: ReportPeriod, ms: number): number {
  const day = new Date(toDay(ms));
  if (period === 'week') return day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS;
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
}

/** The period that ended where this one begins. */
export const spanBefore = (period: ReportPeriod, { fromMs }: Pick<Span, 'fromMs'>): Span => ({
  fromMs: startOfPeriod(period, fromMs - DAY_MS),
  toMs: fromMs,
});

/** The last completed period. */
export const lastSpan = (period: ReportPeriod, nowMs: number): Span =>
  spanBefore(period, { fromMs: startOfPeriod(period, nowMs) });

/** The period that begins on this day; null where none does, or where it is not over. @param day `2026-11-16` */
export function spanFrom(period: ReportPeriod, day: string, nowMs: number): Span | null {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(fromMs) || startOfPeriod(period, fromMs) !== fromMs) return null;
  const toMs = period === 'week' ? fromMs + 7 * DAY_MS : startOfPeriod('month', fromMs + 31 * DAY_MS);
  return toMs <= nowMs ? { fromMs, toMs } : null;
}

/** The period that is due for a report, if any; `toMs` is exclusive. */
export function dueSpan(period: ReportPeriod, nowMs: number): Span | null {
  const span = lastSpan(period, nowMs);
  const late = nowMs - span.toMs;
  return late < GOES_OUT_AFTER_MS || late > TOO_LATE_AFTER_MS ? null : span;
}

export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
