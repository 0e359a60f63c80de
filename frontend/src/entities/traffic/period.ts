import type { Analytics } from '../../shared/api/types.ts';
import { type TimeZoneChoice, timeZoneChoice } from '../../shared/lib/time-zone.ts';
import type { AnalyticsRange, TimeRange } from './analytics-api.ts';

interface RangeOption {
  value: AnalyticsRange;
  label: string;
  days: number;
  /** The period to compare with. */
  before: string;
}

export const ranges: readonly RangeOption[] = [
  { value: '24h', label: '24 h', days: 1, before: 'the 24 h before' },
  { value: '7d', label: '7 days', days: 7, before: 'the 7 days before' },
  { value: '30d', label: '30 days', days: 30, before: 'the 30 days before' },
  { value: '90d', label: '90 days', days: 90, before: 'the 90 days before' },
];
const week = { value: '7d', label: '7 days', days: 7, before: 'the 7 days before' } as const;

export function rangeOf(value: string): RangeOption {
  return ranges.find((range) => range.value === value) ?? week;
}

const MAX_MS = 90 * 86_400_000;

/** The time range that the address names; null where it names none that can be shown. */
export function timeRangeOf(from: string, to: string): TimeRange | null {
  const length = Date.parse(to) - Date.parse(from);
  return length > 0 && length <= MAX_MS
    ? { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    : null;
}

/** A time range as a heading: as days for daily figures, which are UTC days. */
export function timeRangeText(
  { from, to }: TimeRange,
  step: Analytics['step'],
  zone: TimeZoneChoice = timeZoneChoice(),
): string {
  const byDay = step === 'day';
  const form = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    ...(!byDay && { hour: 'numeric', minute: '2-digit' }),
    ...((byDay || zone === 'utc') && { timeZone: 'UTC' }),
  });
  // The end is the first moment that no longer belongs to it; a day is named by itself.
  return form.formatRange(Date.parse(from), Date.parse(to) - (byDay ? 1 : 0));
}

/** The period of the same length that begins then; null where the address names no moment. */
export function periodFrom(from: string, { from: first, to: last }: TimeRange): TimeRange | null {
  const begin = Date.parse(from);
  const length = Date.parse(last) - Date.parse(first);
  return Number.isNaN(begin) || length <= 0
    ? null
    : { from: new Date(begin).toISOString(), to: new Date(begin + length).toISOString() };
}
