import { randomUUID } from 'node:crypto';
import { eventually } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { SortedOrders1763700000022 } from '../../database/migrations/1763700000022-sorted-orders.ts';
import { type Harness, newCaller, startHarness } from '../../test/harness.ts';

const COUNT = 10_000;
const PAGE = 200;
/** How many stand before a page: the first one, one in the middle, and the last. */
const BEFORE = [0, COUNT / 2, COUNT - PAGE];

interface Listed {
  id: string;
  created_at: string;
  amount: number;
  status: string;
}

describe('ten thousand orders', () => {
  let h: Harness;
  const admin = newCaller({ isAdmin: true });
  const prefix = `${randomUUID()}-`;
  const listed = async (query: string) => {
    const { orders } = (await h.call('GET', `/orders?${query}`, admin)).body as { orders: Listed[] };
    return orders.map(({ id }) => id);
  };

  beforeAll(async () => {
    h = await startHarness();
    // Many alike in each of what they are sorted by.
    await h.database.query(
      `INSERT INTO orders (id, order_number, guest_email, plan_id, plan_slug, billing_period, amount_cents, currency,
         payment_method, status, created_at)
       SELECT gen_random_uuid(), $1 || i, 'x@example.com', 4, 'starter', 'monthly', 100 * (i * 7919 % 300), 'USD', 'paypal',
              (ARRAY['pending', 'completed', 'failed', 'cancelled'])[i % 4 + 1],
              date_trunc('hour', now()) - make_interval(hours => i * 31 % 500)
         FROM generate_series(1, $2::int) AS i`,
      [prefix, COUNT],
    );
    await h.database.query('ANALYZE orders');
  });
  afterAll(() => h?.stop());

  it.each([
    ['created_at', 'desc', 'created_at DESC, id DESC'],
    ['created_at', 'asc', 'created_at, id'],
    ['amount', 'desc', 'amount_cents DESC, created_at DESC, id DESC'],
    ['amount', 'asc', 'amount_cents, created_at, id'],
    ['status', 'desc', 'status DESC, created_at DESC, id DESC'],
    ['status', 'asc', 'status, created_at, id'],
  ])('by %s, %s: each page is what the whole list has there', async (sort, order, expression) => {
    const { rows } = await h.database.query<{ id: string }>(`SELECT id FROM orders ORDER BY ${expression}`);
    for (const before of BEFORE) {
      const after = before === 0 ? '' : `&after=${rows[before - 1]?.id}`;
      const path = `/orders?sort=${sort}&order=${order}${after}&limit=${PAGE}`;
      const { orders, total } = (await h.call('GET', path, admin)).body as {
        orders: Listed[];
        total: number;
      };
      expect(total).toBe(COUNT);
      expect(orders.map(({ id }) => id)).toEqual(rows.slice(before, before + PAGE).map(({ id }) => id));
    }
    expect(await listed(`sort=${sort}&order=${order}&after=${rows.at(-1)?.id}`)).toEqual([]);
    // The last page reads an index and no more of it than the first, not the table.
    const columns = expression.replaceAll(' DESC', '');
    const place = columns
      .split(', ')
      .map((column) => `(SELECT ${column} FROM orders WHERE id = '${rows[COUNT - PAGE - 1]?.id}')`);
    const plan = await h.database.query(
      `EXPLAIN SELECT * FROM orders WHERE (${columns}) ${order === 'asc' ? '>' : '<'} (${place.join(', ')})
        ORDER BY ${expression} LIMIT ${PAGE}`,
    );
    expect(JSON.stringify(plan.rows)).toMatch(/Index Scan( Backward)? using orders_by_.*Index Cond: \(ROW/);
  });

  it('are searched page by page, and placed meanwhile without one showing twice', async () => {
    const query = `search=${encodeURIComponent(prefix)}&limit=${PAGE}`;
    const { rows } = await h.database.query<{ id: string }>(
      'SELECT id FROM orders WHERE order_number LIKE $1',
      [`${prefix}%`],
    );
    const seen: string[] = [];
    for (let page: string[] = [], after = ''; ; after = `&after=${page.at(-1)}`) {
      page = await listed(`${query}${after}`);
      seen.push(...page);
      if (page.length < PAGE) break;
      await h.database.query(
        `INSERT INTO orders (id, order_number, guest_email, plan_id, plan_slug, billing_period, amount_cents, currency, payment_method, status)
         VALUES (gen_random_uuid(), $1, 'x@example.com', 4, 'starter', 'monthly', 100, 'USD', 'paypal', 'pending')`,
        [`${prefix}new-${seen.length}`],
      );
    }
    await h.database.query('DELETE FROM orders WHERE order_number LIKE $1', [`${prefix}new-%`]);
    expect(seen).toHaveLength(COUNT);
    expect(new Set(seen)).toEqual(new Set(rows.map(({ id }) => id)));
  });

  it('go on behind no order that never was', async () => {
    const { status, body } = await h.call('GET', `/orders?after=${randomUUID()}`, admin);
    expect({ status, code: (body as { code: string }).code }).toEqual({
      status: 422,
      code: 'page_start_unknown',
    });
  });

  it('are sorted by nothing else', async () => {
    expect((await h.call('GET', '/orders?sort=claim_token_hash', admin)).status).toBe(422);
    expect((await h.call('GET', '/orders?order=sideways', admin)).status).toBe(422);
  });

  it('get their indexes while others are placed', async () => {
    const pay = (which: 'min' | 'max') =>
      `UPDATE orders SET paid_at = now() WHERE order_number = (SELECT ${which}(order_number) FROM orders)`;
    const migration = new SortedOrders1763700000022();
    const database = h.app.get(DataSource);
    const [runner, checkout] = [database.createQueryRunner(), database.createQueryRunner()];
    try {
      await migration.down(runner);
      await checkout.startTransaction();
      await checkout.query(pay('min'));
      const built = migration.up(runner);
      await eventually('the first of them being built', async () => {
        const building = await h.database.query(
          `SELECT FROM pg_stat_progress_create_index WHERE phase LIKE 'waiting for%'`,
        );
        expect(building.rowCount).toBe(1);
      });
      // Who comes after it waits for nobody.
      await h.database.query(pay('max'));
      await checkout.commitTransaction();
      await built;
    } finally {
      await checkout.release();
      await runner.release();
    }
    const { rows } = await h.database.query(
      `SELECT indexrelid::regclass::text AS name FROM pg_index
       WHERE indrelid = 'orders'::regclass AND indisvalid AND indexrelid::regclass::text LIKE 'orders\\_by\\_%' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['orders_by_amount', 'orders_by_date', 'orders_by_status']);
  });
});
