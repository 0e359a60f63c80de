/** Days, times and amounts in mails: in English and UTC, since the reader's own are not known. */

export const formatDay = (date: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

export const formatTime = (date: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(date)} UTC`;

export const formatCount = (count: bigint | number): string => new Intl.NumberFormat('en-US').format(count);

export const formatMoney = (cents: bigint, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(cents) / 100);

/** "3 hours", "2 days"; at least a minute. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 90) return plural(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day');
}

export function formatBytes(bytes: bigint): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let amount = Number(bytes);
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/** "+12 %", "−3 %"; empty if there is nothing to compare with. */
export function formatChange(now: bigint, before: bigint): string {
  if (before === 0n) return '';
  const percent = Math.round((Number(now - before) / Number(before)) * 100);
  if (percent === 0) return '±0 %';
  return `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))} %`;
}

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
