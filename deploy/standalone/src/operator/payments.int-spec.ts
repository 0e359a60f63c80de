import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProcessSettings } from '@palisade/installation';
import { ask } from '@palisade/installation/operator';
import { startTestPostgres } from '@palisade/testing';
import { migrateAll, palisade, testInstallation } from './test-support/test-installation.ts';

const USER = '0199aaaa-0000-7000-8000-000000000001';
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-payments-'));
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;

beforeAll(async () => {
  postgres = await startTestPostgres();
  await testInstallation(folder, { postgres, redisUrl: 'redis://127.0.0.1:9' });
  await migrateAll((service) => readProcessSettings(folder)!.settings[service]!.PALISADE_DATABASE_URL!);
});
afterAll(async () => {
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  ask<Row>(readProcessSettings(folder)!.settings.billing!.PALISADE_DATABASE_URL!, text, values);
const payments = (...args: string[]) => palisade(['payments', ...args, '--installation', folder]);
const refusal = async (...args: string[]): Promise<string> => {
  const { code, notes } = await payments(...args);
  expect(code).toBe(1);
  return /\[(\w+)\]/.exec(notes)![1]!;
};
const payment = (id: string, amount: string, agreement: string | null = null) =>
  query(
    `INSERT INTO paypal_unknown_payments (id, event_type, amount, currency, agreement_id)
     VALUES ($1, 'PAYMENT.CAPTURE.COMPLETED', $2, 'USD', $3)`,
    [id, amount, agreement],
  );
const ordered = (number: string, columns: Record<string, string | null> = {}) => {
  const all = {
    order_number: number,
    user_id: USER,
    plan_slug: 'business',
    billing_period: 'monthly',
    amount_cents: '7900',
    currency: 'USD',
    payment_method: 'paypal',
    status: 'pending',
    ...columns,
  };
  return query(
    `INSERT INTO orders (id, plan_id, ${Object.keys(all).join(', ')})
     SELECT gen_random_uuid(), id, ${Object.keys(all)
       .map((_, index) => `$${index + 1}`)
       .join(', ')} FROM plans WHERE slug = 'business'`,
    Object.values(all),
  );
};
const statusOf = async (number: string) =>
  (await query('SELECT status, paypal_capture_id FROM orders WHERE order_number = $1', [number]))[0];
const acts = async () =>
  (await query(`SELECT FROM outbox WHERE event_type = 'auth.admin_act_recorded.v1'`)).length;

describe('palisade payments', () => {
  it('lists those that no order has', async () => {
    expect((await payments()).out).toBe('Every payment reported by PayPal has an order.\n');
    await payment('CAPTURE1', '79.00');
    await payment('SALE1', '7.90', 'I-LOST');
    expect((await payments()).out.split('\n')).toEqual([
      expect.stringMatching(/^CAPTURE1 {2}79\.00 USD {2}\d{4}-\S+Z$/),
      expect.stringMatching(/^SALE1 {2}7\.90 USD {2}\S+Z {2}agreement I-LOST$/),
      '',
    ]);
    expect(JSON.parse((await payments('--json')).out)).toMatchObject([{ id: 'CAPTURE1' }, { id: 'SALE1' }]);
  });

  it('pays an order with one, once: with its plan, invoice, and a line for the audit log', async () => {
    await ordered('PAL-1');
    const { code, out } = await payments('assign', 'CAPTURE1', '--order', 'PAL-1');
    expect({ code, out }).toEqual({ code: 0, out: 'PAL-1 is paid by CAPTURE1; its plan is active.\n' });
    expect(await statusOf('PAL-1')).toEqual({ status: 'completed', paypal_capture_id: 'CAPTURE1' });
    const [books] = await query(
      `SELECT (SELECT plan_id FROM subscriptions WHERE user_id = $1) = (SELECT id FROM plans WHERE slug = 'business') AS plan,
              (SELECT count(*)::int FROM invoices) AS invoices`,
      [USER],
    );
    expect(books).toEqual({ plan: true, invoices: 1 });
    expect(await acts()).toBe(1);
    await ordered('PAL-2');
    expect(await refusal('assign', 'CAPTURE1', '--order', 'PAL-2')).toBe('payment_settled');
    expect((await payments()).out).not.toContain('CAPTURE1');
  });

  it('refuses what does not fit, and changes nothing then', async () => {
    await payment('CAPTURE2', '79.00');
    await ordered('PAL-3', { failure: 'under_review' });
    expect(await refusal('assign', 'CAPTURE2', '--order', 'PAL-99')).toBe('order_not_found');
    expect(await refusal('assign', 'NOBODYS', '--order', 'PAL-2')).toBe('payment_not_found');
    expect(await refusal('assign', 'CAPTURE2', '--order', 'PAL-1')).toBe('order_not_open');
    // PayPal decides about another payment for it.
    expect(await refusal('assign', 'CAPTURE2', '--order', 'PAL-3')).toBe('order_not_open');
    expect(await refusal('assign', 'SALE1', '--order', 'PAL-2')).toBe('payment_mismatch');
    expect((await payments()).out.match(/^\w+/gm)).toEqual(['SALE1', 'CAPTURE2']);
    expect(await statusOf('PAL-2')).toEqual({ status: 'pending', paypal_capture_id: null });
    expect(await acts()).toBe(1);
  });

  it('pays an order that waits for its own agreement once, and ends that agreement', async () => {
    await payment('SALE2', '79.00', 'I-LOST-TOO');
    await ordered('PAL-5', { paypal_agreement_id: 'I-OWN' });
    await query(
      `INSERT INTO paypal_plans SELECT plan_id, billing_period, amount_cents, currency, 'P-1' FROM orders
        WHERE order_number = 'PAL-5'`,
    );
    await query(
      `INSERT INTO paypal_agreements (id, order_id, user_id, paypal_plan_id, status, created_at)
       SELECT 'I-OWN', id, user_id, 'P-1', 'pending', now() FROM orders WHERE order_number = 'PAL-5'`,
    );
    const { code, out } = await payments('assign', 'SALE2', '--order', 'PAL-5');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('agreement I-OWN is ended') });
    expect(out).toContain('I-LOST-TOO keeps charging');
    expect(await statusOf('PAL-5')).toEqual({ status: 'completed', paypal_capture_id: 'SALE2' });
    const [kept] = await query(
      `SELECT a.status, o.paypal_agreement_id AS "ofOrder", s.agreement_id AS "ofPlan", s.paid_until > now() AS "isPaid"
         FROM paypal_agreements a JOIN orders o ON o.id = a.order_id JOIN subscriptions s ON s.user_id = o.user_id`,
    );
    expect(kept).toEqual({ status: 'ending', ofOrder: null, ofPlan: null, isPaid: true });
  });

  it('notes that one was refunded, names the agreement that goes on, and writes it down', async () => {
    const { code, out } = await payments('refunded', 'SALE1');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('I-LOST keeps charging') });
    expect(await refusal('refunded', 'SALE1')).toBe('payment_settled');
    expect(await acts()).toBe(3);
  });

  it('passes over nothing that it was told', async () => {
    expect((await payments('assign', 'CAPTURE2')).code).toBe(2);
    expect((await payments('refunded', 'CAPTURE2', '--order', 'PAL-2')).code).toBe(2);
    expect((await payments('--order', 'PAL-2')).code).toBe(2);
  });
});
