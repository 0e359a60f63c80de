import type { Revenue } from '../../../shared/api/types.ts';

type Row = Revenue['rows'][number];
type Sums = Pick<Row, 'orders' | 'paid_cents' | 'refunds' | 'refunded_cents' | 'net_cents'>;

/** A month's plans in one currency, with their sum. */
export interface MonthOfRevenue {
  month: string;
  currency: string;
  rows: Row[];
  total: Sums;
}

const NOTHING: Sums = { orders: 0, paid_cents: 0, refunds: 0, refunded_cents: 0, net_cents: 0 };
const names = Object.keys(NOTHING) as (keyof Sums)[];

/** Newest month first. Currencies are never added up. */
export function monthsOf(rows: readonly Row[]): MonthOfRevenue[] {
  const months = new Map<string, MonthOfRevenue>();
  for (const row of rows) {
    const key = `${row.month} ${row.currency}`;
    const month = months.get(key) ?? {
      ...{ month: row.month, currency: row.currency, rows: [], total: { ...NOTHING } },
    };
    month.rows.push(row);
    for (const name of names) month.total[name] += row[name];
    months.set(key, month);
  }
  return [...months.values()];
}

const inWords = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** "2026-11" → "November 2026" */
export const monthName = (month: string): string => inWords.format(new Date(`${month}-01T00:00:00Z`));
