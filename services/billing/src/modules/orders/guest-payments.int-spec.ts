import { randomUUID } from 'node:crypto';
import { buying, expectBooksToBalance, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { UsersEventsController } from '../customers/users-events.controller.ts';
import { RenewalsService } from '../renewals/renewals.service.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';

describe('a payment by a guest', () => {
  let h: PayPalHarness;
  let buy: ReturnType<typeof buying>;
  type User = ReturnType<PayPalHarness['newUser']>;

  beforeAll(async () => {
    h = await startWithPayPal();
    buy = buying(h);
  });
  beforeEach(() => h.payPal.ledger.failures.clear());
  afterAll(() => h?.stop());

  const run = (days = 0) =>
    h.app.get(RenewalsService).run(new Date(Date.now() + 120_000 + days * 86_400_000));
  const slugOf = async (user: User) => ((await buy.mine(user)).body.plan as { slug: string }).slug;
  /** Of nobody else, in no other file either: the database and the accounts are those of all. */
  const newAddress = () => `guest-${randomUUID()}@example.com`;
  const paid = async (email: string, plan = 'starter') => {
    const id = await buy.approved(null, { plan_id: plan, user_email: email, user_name: 'Guest' });
    const { status, body } = await buy.capture(null, id);
    expect({ status, isPaid: body.success }).toEqual({
      status: 200,
      isPaid: !h.payPal.ledger.failures.has('capture_pending'),
    });
    return id;
  };
  /** What the books say of one. */
  const bookedOf = async (id: string) => {
    const { rows } = await h.database.query(
      'SELECT status, user_id, activated_at IS NOT NULL AS is_active, owner_sought_at FROM orders WHERE paypal_order_id = $1',
      [id],
    );
    return rows[0];
  };

  it('gives its plan to whoever had proved the address before, without their doing', async () => {
    const [confirmed, unconfirmed] = [h.newUser(newAddress()), h.newUser(newAddress(), false)];
    await paid(confirmed.email.toUpperCase());
    const waiting = await paid(unconfirmed.email);
    await run();
    expect([await slugOf(confirmed), await slugOf(unconfirmed)]).toEqual(['starter', 'free']);
    expect((await h.call('GET', '/invoices', confirmed)).body).toHaveLength(1);
    // Confirmed, and the news of it lost.
    h.neighbours.users.set(unconfirmed.userId, {
      id: unconfirmed.userId,
      email: unconfirmed.email,
      emailConfirmed: true,
    });
    await run();
    expect(await slugOf(unconfirmed)).toBe('free');
    await run(1.1);
    expect(await bookedOf(waiting)).toMatchObject({
      user_id: unconfirmed.userId,
      is_active: true,
      status: 'completed',
    });
    expect(await slugOf(unconfirmed)).toBe('starter');
  });

  it('that PayPal confirms after the account has proved its address gives the plan all the same', async () => {
    const user = h.newUser(newAddress());
    h.payPal.ledger.failures.add('capture_pending').add('webhooks_lost');
    const id = await paid(user.email, 'business');
    await h.app.get(UsersEventsController).onEmailConfirmed(user as never);
    expect(await slugOf(user)).toBe('free');
    h.payPal.ledger.decide(id, 'COMPLETED');
    await run();
    expect(await slugOf(user)).toBe('business');
  });

  it('takes no larger plan from its owner, who is asked before, or takes the money back', async () => {
    const user = h.newUser(newAddress());
    await h.app
      .get(SubscriptionsService)
      .setByAdmin(user.userId, 'enterprise', { actorId: null, endsPaidTime: false });
    await paid(user.email);
    await paid(user.email);
    await run();
    expect(await slugOf(user)).toBe('enterprise');
    const [second, first] = (await buy.orders(user)) as { id: string; awaits_consent: boolean }[];
    expect([first!.awaits_consent, second!.awaits_consent]).toEqual([true, true]);
    for (const other of [h.newUser(), null])
      expect((await h.call('POST', `/orders/${first!.id}/use`, other, {})).status).toBe(other ? 404 : 401);
    expect((await h.call('POST', `/orders/${second!.id}/money-back`, user, {})).status).toBe(200);
    expect(await slugOf(user)).toBe('enterprise');
    const used = await h.call('POST', `/orders/${first!.id}/use`, user, {});
    expect(used).toMatchObject({ status: 200, body: { awaits_consent: false } });
    expect(await slugOf(user)).toBe('starter');
    for (const { id } of [first!, second!])
      expect((await h.call('POST', `/orders/${id}/use`, user, {})).status).toBe(404);
  });

  it('that somebody else makes for a larger plan waits for the word of who has a paid one', async () => {
    const user = h.newUser(newAddress());
    await paid(user.email, 'starter');
    await run();
    await paid(user.email, 'business');
    await run();
    expect(await slugOf(user)).toBe('starter');
    const [upgrade] = (await buy.orders(user)) as { id: string; awaits_consent: boolean }[];
    expect(upgrade).toMatchObject({ awaits_consent: true });
    expect((await h.call('POST', `/orders/${upgrade!.id}/use`, user, {})).status).toBe(200);
    expect(await slugOf(user)).toBe('business');
  });

  it('that nobody takes over is told to the operator', async () => {
    await paid(newAddress());
    await run(1.1);
    const metrics = await (await fetch(`${h.url}/metrics`)).text();
    expect(metrics).toMatch(/^palisade_billing_unused_payments(?:{[^}]*})? 1$/m);
  });

  it('stands in the books', () => expectBooksToBalance(h));
});
