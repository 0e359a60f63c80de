import { type TimeZoneChoice, timeZoneChoice } from '../../../shared/lib/time-zone.ts';

export type Step = 'hour' | 'day';

export const STEP_MS: Readonly<Record<Step, number>> = { hour: 3_600_000, day: 86_400_000 };

type Form = 'axis' | 'axisLong' | 'full';
const forms: Record<Step, Record<Form, Intl.DateTimeFormatOptions>> = {
  hour: {
    axis: { hour: 'numeric' },
    axisLong: { weekday: 'short', hour: 'numeric' },
    full: { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  },
  day: {
    axis: { weekday: 'short', day: 'numeric' },
    axisLong: { month: 'short', day: 'numeric' },
    full: { weekday: 'short', month: 'short', day: 'numeric' },
  },
};

const made = new Map<string, Intl.DateTimeFormat>();

/** Days are counted by UTC, so no time zone moves them; hours show in the zone that is chosen. */
function formOf(step: Step, form: Form, zone: TimeZoneChoice): Intl.DateTimeFormat {
  const utc = step === 'day' || zone === 'utc';
  const key = `${step} ${form} ${utc}`;
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...forms[step][form], ...(utc && { timeZone: 'UTC' }) });
    made.set(key, format);
  }
  return format;
}

/** When a bar begins, in milliseconds of 1970. Days come as dates without a time: they are UTC days. */
export function beginOf(date: string): number {
  return Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date);
}

/** Every bar's full label, each once: where clocks are put back, an hour comes twice. */
export function barLabels(dates: readonly string[], step: Step, zone = timeZoneChoice()): string[] {
  const seen = new Set<string>();
  return dates.map((date) => {
    const label = barLabel(date, step, dates.length, true, zone);
    if (seen.has(label)) return `${label} (again)`;
    seen.add(label);
    return label;
  });
}

/** The label of a bar: short below the axis, in full where it stands alone. */
export function barLabel(
  date: string,
  step: Step,
  bars: number,
  full = false,
  zone = timeZoneChoice(),
): string {
  const ms = beginOf(date);
  if (Number.isNaN(ms)) return date;
  const long = step === 'hour' ? bars > 24 : bars > 14;
  return formOf(step, full ? 'full' : long ? 'axisLong' : 'axis', zone).format(ms);
}
