import type { UserCaller } from '@palisade/nest-kit';
import { newCaller } from '../../test/harness.ts';
import { buying, expectBooksToBalance, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';

describe('the money-back guarantee', () => {
  let h: PayPalHarness;
  let buy: ReturnType<typeof buying>;
  const used = { status: 409, body: { code: 'guarantee_used' } };

  beforeAll(async () => {
    h = await startWithPayPal();
    buy = buying(h);
  });
  beforeEach(() => h.payPal.ledger.failures.clear());
  afterAll(() => h?.stop());

  /** @returns our id of the order, and PayPal's */
  const paid = async (user: UserCaller, plan_id = 'business') => {
    const atPayPal = await buy.approved(user, { plan_id });
    await buy.capture(user, atPayPal);
    const [order] = await buy.orders(user);
    return { id: String(order!.id), atPayPal };
  };
  const preview = (user: UserCaller, { id }: { id: string }) =>
    h.call('GET', `/orders/${id}/money-back`, user);
  const moneyBack = (user: UserCaller, { id }: { id: string }) =>
    h.call('POST', `/orders/${id}/money-back`, user, {});

  it('gives one payment of an account back by its owner’s press, and further ones by an administrator', async () => {
    const user = h.newUser();
    const first = await paid(user);
    expect(await moneyBack(user, first)).toMatchObject({ status: 200, body: { outcome: 'refunded' } });
    const second = await paid(user, 'enterprise');
    expect(await preview(user, second)).toMatchObject(used);
    expect(await moneyBack(user, second)).toMatchObject(used);
    expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'enterprise' }, status: 'active' });
    // Asked for again, the first one stays as it is.
    expect(await moneyBack(user, first)).toMatchObject({ status: 200, body: { outcome: 'refunded' } });
    expect(buy.movementsOf(first.atPayPal)).toEqual(['capture', 'refund']);
    expect(buy.movementsOf(second.atPayPal)).toEqual(['capture']);
    const admin = newCaller({ isAdmin: true });
    expect((await h.call('POST', `/orders/${second.id}/refund`, admin, {})).status).toBe(200);
    expect(buy.movementsOf(second.atPayPal)).toEqual(['capture', 'refund']);
  });

  it('is not used up by what an administrator gave back', async () => {
    const user = h.newUser();
    const double = await paid(user);
    await h.call('POST', `/orders/${double.id}/refund`, newCaller({ isAdmin: true }), {});
    expect((await moneyBack(user, await paid(user))).status).toBe(200);
  });

  it('is had once per mailbox and verified domain, whichever account asks', async () => {
    const [first, same, neighbour] = [
      h.newUser('back.and.forth@gmail.com'),
      h.newUser('backandforth+2@googlemail.com'),
      h.newUser(),
    ];
    h.neighbours.domains.set(first.userId, ['forth.example', 'back.example']);
    expect((await moneyBack(first, await paid(first))).status).toBe(200);
    expect(await moneyBack(same, await paid(same))).toMatchObject(used);
    h.neighbours.domains.set(neighbour.userId, ['back.example']);
    const bought = await paid(neighbour);
    expect(await moneyBack(neighbour, bought)).toMatchObject(used);
    h.neighbours.domains.delete(neighbour.userId);
    expect((await moneyBack(neighbour, bought)).status).toBe(200);
  });

  it('is not used up by a stranger who has typed the address or claims the domain', async () => {
    const [stranger, owner] = [h.newUser('wanted@example.com', false), h.newUser('wanted@example.com')];
    h.neighbours.claims.set(stranger.userId, ['wanted.example']);
    h.neighbours.domains.set(owner.userId, ['wanted.example']);
    expect((await moneyBack(stranger, await paid(stranger))).status).toBe(200);
    expect((await moneyBack(owner, await paid(owner))).status).toBe(200);
  });

  it('gives one back where two are asked for at once, of one account or of two with the same domain', async () => {
    const user = h.newUser();
    const two = [await paid(user), await paid(user)];
    const answers = await Promise.all(two.map((order) => moneyBack(user, order)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const users = [h.newUser(), h.newUser()];
    const domains = ['one.shared.example', 'two.shared.example'];
    h.neighbours.domains.set(users[0]!.userId, domains);
    h.neighbours.domains.set(users[1]!.userId, domains.toReversed());
    const asked = await Promise.all(users.map(async (one) => ({ one, order: await paid(one) })));
    const both = await Promise.all(asked.map(({ one, order }) => moneyBack(one, order)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is asked for again for the payment that PayPal did not give back, and for no other one', async () => {
    const user = h.newUser();
    const [first, second] = [await paid(user), await paid(user)];
    h.payPal.ledger.failures.add('refund_refused');
    expect((await moneyBack(user, first)).status).toBe(502);
    h.payPal.ledger.failures.clear();
    expect(await moneyBack(user, second)).toMatchObject(used);
    expect((await moneyBack(user, first)).status).toBe(200);
    expect(buy.movementsOf(first.atPayPal)).toEqual(['capture', 'refund']);
  });

  it('is not used up by asking for what is not given back', async () => {
    const user = h.newUser();
    const old = await paid(user);
    await h.database.query(`UPDATE orders SET paid_at = now() - interval '15 days' WHERE id = $1`, [old.id]);
    expect(await moneyBack(user, old)).toMatchObject({ status: 409, body: { code: 'guarantee_ended' } });
    expect((await moneyBack(user, await paid(user))).status).toBe(200);
  });

  it('keeps the books', () => expectBooksToBalance(h));
});
