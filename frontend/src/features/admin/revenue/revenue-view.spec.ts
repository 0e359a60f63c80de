import { monthName, monthsOf } from './revenue-view.ts';

const row = (month: string, plan: string, currency: string, paid: number, refunded: number) => ({
  ...{ month, plan, currency, orders: 1, paid_cents: paid, refunds: refunded > 0 ? 1 : 0 },
  ...{ refunded_cents: refunded, net_cents: paid - refunded },
});

describe('revenue by month', () => {
  it('adds up plans, and never currencies', () => {
    const months = monthsOf([
      row('2026-11', 'business', 'EUR', 100, 0),
      row('2026-11', 'business', 'USD', 7_900, 19_900),
      row('2026-11', 'starter', 'USD', 2_900, 0),
      row('2026-10', 'starter', 'USD', 2_900, 0),
    ]);
    expect(
      months.map(({ month, currency, rows, total }) => [month, currency, rows.length, total.net_cents]),
    ).toEqual([
      ['2026-11', 'EUR', 1, 100],
      ['2026-11', 'USD', 2, -9_100],
      ['2026-10', 'USD', 1, 2_900],
    ]);
    expect(months[1]!.total).toEqual({
      ...{ orders: 2, paid_cents: 10_800, refunds: 1, refunded_cents: 19_900, net_cents: -9_100 },
    });
    expect(monthsOf([])).toEqual([]);
  });

  it('names months without moving them into another zone', () => {
    expect(monthName('2026-01')).toBe('January 2026');
  });
});
