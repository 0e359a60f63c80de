import { HOUR_MS } from '@palisade/basics';
import { RANGES, type Range, type TimeRange } from './analytics.schema.ts';

export const STEP_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** The hours or days of a period; the last one of a named range is the current one. */
export function stepsOf(period: Range | TimeRange, nowMs: number): TimeRange {
  if (typeof period !== 'string') return period;
  const { step, points } = RANGES[period];
  const last = nowMs - (nowMs % STEP_MS[step]);
  return { step, fromMs: last - (points - 1) * STEP_MS[step], points };
}
