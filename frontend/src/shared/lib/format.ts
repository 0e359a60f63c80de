import { type TimeZoneChoice, timeZoneChoice } from './time-zone.ts';

export type { TimeZoneChoice } from './time-zone.ts';

const locale = 'en-US';

const integer = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const regions = new Intl.DisplayNames([locale], { type: 'region' });

export function formatCount(value: number): string {
  return integer.format(value);
}

export function formatCompact(value: number): string {
  return value < 10_000 ? integer.format(value) : compact.format(value);
}

/** `value` is a share of 100, as the API sends it. */
export function formatPercent(value: number): string {
  return percent.format(value / 100);
}

const moneyForms = new Map<string, Intl.NumberFormat>();

/** `value` in whole units of the currency, as the API names it; whole amounts have no cents. */
export function formatMoney(value: number, currency: string): string {
  const fractionDigits = Number.isInteger(value) ? 0 : 2;
  const key = `${currency} ${fractionDigits}`;
  let form = moneyForms.get(key);
  if (!form) {
    form = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    });
    moneyForms.set(key, form);
  }
  return form.format(value);
}

/** How amounts of a currency are marked, such as $ or €. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Two decimals and never rounded up: 99.996 is not 100. */
export function formatUptime(value: number): string {
  return `${Math.floor(value * 100) / 100}%`;
}

/** Made once per form and zone: making one costs as much as a whole row of a table. */
export function dateForms(
  style: Intl.DateTimeFormatOptions,
): Record<TimeZoneChoice, () => Intl.DateTimeFormat> {
  const made: Partial<Record<TimeZoneChoice, Intl.DateTimeFormat>> = {};
  const of = (zone: TimeZoneChoice, timeZone?: string) => () => {
    made[zone] ??= new Intl.DateTimeFormat(locale, { ...style, timeZone });
    return made[zone];
  };
  return { local: of('local'), utc: of('utc', 'UTC') };
}

const dates = dateForms({ dateStyle: 'medium' });
const dateTimes = dateForms({ dateStyle: 'medium', timeStyle: 'medium' });
const times = dateForms({ timeStyle: 'short' });

export function formatDate(value: string | number | Date, zone: TimeZoneChoice = timeZoneChoice()): string {
  return dates[zone]().format(new Date(value));
}

export function formatDateTime(
  value: string | number | Date,
  zone: TimeZoneChoice = timeZoneChoice(),
): string {
  return dateTimes[zone]().format(new Date(value));
}

/** For a known day. */
export function formatTime(value: string | number | Date, zone: TimeZoneChoice = timeZoneChoice()): string {
  return times[zone]().format(new Date(value));
}

/** 'Just now' under a minute, 'Nm ago' under 60, 'Nh ago' under 1440 minutes, otherwise a date. */
export function formatRelative(
  value: string | number | Date,
  now: number = Date.now(),
  zone: TimeZoneChoice = timeZoneChoice(),
): string {
  const minutes = Math.floor((now - new Date(value).getTime()) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes}m ago`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)}h ago`;
  return formatDate(value, zone);
}

export function formatBytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  let amount = value;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${amount >= 100 || Number.isInteger(amount) ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/** English name of an ISO 3166-1 alpha-2 code; the code itself if it is none. */
export function countryName(code: string): string {
  try {
    return regions.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
