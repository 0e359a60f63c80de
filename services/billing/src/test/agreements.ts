import { DAY_MS } from '@palisade/basics';
import type { UserCaller } from '@palisade/nest-kit';
import { RenewalsService } from '../modules/renewals/renewals.service.ts';
import type { PayPalHarness } from './paypal.ts';

/** How the tests of payments that renew themselves buy, let time pass, and look at what came of it. @param of the harness, once there is one */
export function subscribing(of: () => PayPalHarness) {
  const begin = async (user: UserCaller, plan = 'starter', period = 'monthly') => {
    const body = { plan_id: plan, billing_period: period };
    return String((await of().call('POST', '/paypal/create-order', user, body)).body.paypal_order_id);
  };
  const capture = (user: UserCaller, id: string) =>
    of().call('POST', '/paypal/capture-order', user, { order_id: id, paypal_order_id: id });
  /** Approved and paid at PayPal, which tells nobody, so that tests say who asks. */
  const approve = (id: string) => {
    of().payPal.agreements.approve(id);
    of().payPal.ledger.failures.add('webhooks_lost');
    return of().payPal.charge(id);
  };
  const column = async (id: string, name: 'status' | 'unsettled_since') => {
    const sql = `SELECT ${name} AS value FROM paypal_agreements WHERE id = $1`;
    return (await of().database.query(sql, [id])).rows[0]?.value as unknown;
  };
  return {
    begin,
    capture,
    approve,
    mine: async (user: UserCaller) => (await of().call('GET', '/plans/mine', user)).body,
    orders: async (user: UserCaller) =>
      (await of().call('GET', '/orders/my-orders', user)).body.orders as {
        id: string;
        amount: number;
        status: string;
      }[],
    statusOf: (id: string) => column(id, 'status'),
    unsettled: async (id: string) => (await column(id, 'unsettled_since')) !== null,
    movementsOf(id: string) {
      const ids = of()
        .payPal.agreements.get(id)
        .transactions.map((transaction) => transaction.id);
      const moved = of().payPal.ledger.movements.filter((movement) => ids.includes(movement.id));
      return moved.map(({ kind }) => kind);
    },
    subscriber: async (plan = 'starter') => {
      const user = of().newUser();
      const id = await begin(user, plan);
      approve(id);
      const { status, body } = await capture(user, id);
      if (status !== 200 || body.success !== true) throw new Error(`not paid: ${JSON.stringify(body)}`);
      return { user, id };
    },
    run: (days = 0) =>
      of()
        .app.get(RenewalsService)
        .run(new Date(Date.now() + days * DAY_MS)),
  };
}
