import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@palisade/basics';
import { type Harness, newCaller, startHarness } from '../../test/harness.ts';
import type { Revenue } from './revenue.service.ts';

const PATH = '/admin/billing/revenue';

interface Order {
  plan: string;
  currency: string;
  cents: number;
  paid: Date | null;
  refunded: Date | null;
}

describe('revenue by month and plan', () => {
  let h: Harness;
  const admin = newCaller({ isAdmin: true });
  const orders: Order[] = [];

  beforeAll(async () => {
    h = await startHarness();
    // Times around the ends of months, in all of two years; some orders never paid, some refunded later.
    const now = Date.now();
    for (let index = 0; index < 2_000; index++) {
      const month = new Date(now);
      month.setUTCDate(1);
      month.setUTCHours(0, 0, 0, 0);
      month.setUTCMonth(month.getUTCMonth() - (index % 24));
      const offset = [-1, 0, 1, 12 * 3_600_000, 20 * DAY_MS][index % 5]!;
      const at = Math.min(month.getTime() + offset, now);
      const refunded = Math.min(at + (index % 40) * DAY_MS, now);
      orders.push({
        plan: ['starter', 'business', 'enterprise'][index % 3]!,
        currency: index % 7 === 0 ? 'EUR' : 'USD',
        cents: 100 + ((index * 7_919) % 2_000_000),
        paid: index % 11 === 0 ? null : new Date(at),
        refunded: index % 11 !== 0 && index % 4 === 0 ? new Date(refunded) : null,
      });
    }
    await h.database.query(
      `INSERT INTO orders (id, order_number, guest_email, plan_id, plan_slug, billing_period, amount_cents, currency,
         payment_method, status, paid_at, refunded_at)
       SELECT gen_random_uuid(), $1 || row_number() OVER (), 'x@example.com', 4, plan, 'monthly', cents, currency, 'paypal',
              CASE WHEN paid IS NULL THEN 'failed' ELSE 'completed' END, paid, refunded
         FROM jsonb_to_recordset($2::jsonb) AS o(plan text, currency text, cents int, paid timestamptz, refunded timestamptz)`,
      [randomUUID(), JSON.stringify(orders)],
    );
  });
  afterAll(() => h?.stop());

  /** From the orders, without the database. */
  function recount(months: number): Map<string, number[]> {
    const first = new Date();
    first.setUTCDate(1);
    first.setUTCHours(0, 0, 0, 0);
    first.setUTCMonth(first.getUTCMonth() - (months - 1));
    const sums = new Map<string, number[]>();
    const add = ({ plan, currency, cents }: Order, at: Date | null, place: 0 | 2) => {
      if (at === null || at < first) return;
      const key = `${at.toISOString().slice(0, 7)} ${plan} ${currency}`;
      const sum = sums.get(key) ?? [0, 0, 0, 0];
      sum[place]!++;
      sum[place + 1]! += cents;
      sums.set(key, sum);
    };
    for (const order of orders) {
      add(order, order.paid, 0);
      add(order, order.refunded, 2);
    }
    return sums;
  }

  it.each([1, 12, 120])('of %i months is what a recount of the orders says', async (months) => {
    const { status, body } = await h.call('GET', `${PATH}?months=${months}`, admin);
    expect(status).toBe(200);
    const { rows, time_zone } = body as unknown as Revenue;
    expect(time_zone).toBe('UTC');
    const byMonth = new Map(
      rows.map((row) => [
        `${row.month} ${row.plan} ${row.currency}`,
        [row.orders, row.paid_cents, row.refunds, row.refunded_cents],
      ]),
    );
    expect(byMonth.size).toBe(rows.length);
    expect(byMonth).toEqual(recount(months));
    expect(rows.every((row) => row.net_cents === row.paid_cents - row.refunded_cents)).toBe(true);
    expect(rows.map(({ month }) => month)).toEqual(
      rows
        .map(({ month }) => month)
        .sort()
        .reverse(),
    );
  });

  it('is a file, too, with the same figures', async () => {
    const { rows } = (await h.call('GET', PATH, admin)).body as unknown as Revenue;
    const { type, bytes } = await h.call('GET', `${PATH}/export`, admin);
    expect(type).toContain('text/csv');
    const [head, ...lines] = bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(rows.length);
    expect(head).toBe('month,plan,currency,orders,paid_cents,refunds,refunded_cents,net_cents');
    const [first] = rows;
    expect(lines[0]).toBe(
      [
        ...[first!.month, first!.plan, first!.currency, first!.orders, first!.paid_cents],
        ...[first!.refunds, first!.refunded_cents, first!.net_cents],
      ].join(','),
    );
  });

  it('is for administrators, for a bounded time', async () => {
    for (const path of [PATH, `${PATH}/export`]) {
      expect((await h.call('GET', path, newCaller())).status).toBe(403);
      expect((await h.call('GET', path, null)).status).toBe(401);
      for (const months of ['0', '121', '1e9', 'x', '-1'])
        expect((await h.call('GET', `${path}?months=${months}`, admin)).status).toBe(422);
    }
  });
});
