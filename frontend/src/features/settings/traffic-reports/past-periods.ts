const DAY_MS = 86_400_000;
/** As far back as sums by the hour are kept. */
const MAX_PERIODS = { week: 57, month: 13 } as const;

export type Period = keyof typeof MAX_PERIODS;

export interface PastPeriod {
  /** Its first day, `2026-11-16`. */
  from: string;
  label: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const format = (ms: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(ms);

/**
 * The completed weeks or months, newest first, back to the first day that reports can cover.
 * @param firstDay null: there was no traffic
 */
export function pastPeriods(period: Period, firstDay: string | null, nowMs: number): PastPeriod[] {
  if (firstDay === null) return [];
  const firstMs = startOf(period, Date.parse(`${firstDay}T00:00:00Z`));
  const periods: PastPeriod[] = [];
  let toMs = startOf(period, nowMs);
  while (periods.length < MAX_PERIODS[period]) {
    const fromMs = startOf(period, toMs - DAY_MS);
    if (fromMs < firstMs) break;
    periods.push({ from: dayOf(fromMs), label: labelOf(period, fromMs, toMs) });
    toMs = fromMs;
  }
  return periods;
}

function startOf(period: Period, ms: number): number {
  const day = new Date(ms - (ms % DAY_MS));
  if (period === 'month') return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
  return day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS;
}

function labelOf(period: Period, fromMs: number, toMs: number): string {
  if (period === 'month') return format(fromMs, { month: 'long', year: 'numeric' });
  const day = { day: 'numeric', month: 'short' } as const;
  return `${format(fromMs, day)} – ${format(toMs - DAY_MS, { ...day, year: 'numeric' })}`;
}
