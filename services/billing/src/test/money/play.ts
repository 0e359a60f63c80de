import assert from 'node:assert/strict';
import { DAY_MS } from '@palisade/basics';
import type { DomainError } from '@palisade/nest-kit';
import { RenewalsService } from '../../modules/renewals/renewals.service.ts';
import { MONEY_BACK_DAYS, TRIAL_DAYS } from '../../modules/subscriptions/periods.rules.ts';
import { SubscriptionsService } from '../../modules/subscriptions/subscriptions.service.ts';
import { newCaller } from '../harness.ts';
import type { PayPalHarness } from '../paypal.ts';
import type { Clock } from './clock.ts';
import { type Bought, type Held, NOTHING, payAll } from './purse.ts';
import type { Step } from './steps.ts';

type Failure = 'capture_declined' | 'capture_pending' | 'capture_answer_lost';
type Buying = Extract<Step, { do: 'buy' }>;

interface Ordered extends Bought {
  /** PayPal's id, and ours. */
  id: string;
  own: string;
  state: 'open' | 'paid' | 'refunded' | 'failed';
  isApproved: boolean;
}

/** PayPal and the books are asked again this long after a payment whose end nobody heard of. */
const LATER_MS = 11 * 60_000;
/** Rows hold milliseconds, and a step takes some. */
const TOLERANCE_MS = 60_000;
const SILENT = 'webhooks_lost';

/**
 * One customer's life: each step is played on the service through its API, PayPal's stand-in and the renewals, and what the
 * customer then has is compared with the promise (`purse.ts`).
 */
export class Customer {
  private readonly user: ReturnType<PayPalHarness['newUser']>;
  private readonly orders: Ordered[] = [];
  /** Those whose money is not used up, given back or given up. */
  private standing: Ordered[] = [];
  private given: Held = NOTHING;
  private hasTried = false;
  /** What the customer took back by themselves, which is done once. */
  private takenBack: Ordered | undefined;

  constructor(
    private readonly h: PayPalHarness,
    private readonly clock: Clock,
  ) {
    this.user = h.newUser();
  }

  async play(steps: readonly Step[]): Promise<void> {
    this.h.payPal.ledger.failures.clear();
    this.h.payPal.ledger.failures.add(SILENT);
    for (const step of steps) {
      await this.act(step);
      await this.expectPromise();
    }
    await this.expectBooks();
  }

  private act(step: Step): Promise<void> {
    switch (step.do) {
      case 'buy':
        return this.buy(step);
      case 'repeat':
        return this.repeat(this.at(step.order));
      case 'refund':
        return this.refund(this.at(step.order), step.by);
      case 'try':
        return this.try(step.plan);
      case 'cancel':
        return this.cancel();
      case 'give':
        return this.give(step.plan, step.isMeant);
      case 'wait':
        return this.wait(step.days * DAY_MS);
    }
  }

  private async buy({ plan, period, way }: Buying): Promise<void> {
    const said = await this.call('GET', `/plans/change-preview?plan_id=${plan}&billing_period=${period}`);
    const made = await this.call('POST', '/paypal/create-order', { plan_id: plan, billing_period: period });
    assert.equal(made.status, 200, `an order is made: ${made.body.detail}`);
    const order: Ordered = {
      id: String(made.body.paypal_order_id),
      own: String(made.body.id),
      plan,
      period,
      cents: Math.round(Number(said.body.amount) * 100),
      atMs: 0,
      state: 'open',
      isApproved: false,
    };
    this.orders.push(order);
    if (way === 'given up') return this.giveUp(order);
    this.h.payPal.ledger.approve(order.id);
    order.isApproved = true;
    if (way === 'left') return;
    if (way === 'paid') {
      await this.capture(order, true);
      this.expectEnd(Date.parse(String(said.body.paid_until)), 'what was said before the payment');
      return;
    }
    if (way === 'declined') return this.failing('capture_declined', () => this.capture(order, false));
    if (way === 'answer lost') return this.answerLost(order);
    return this.reviewed(order, way === 'reviewed' ? 'COMPLETED' : 'DECLINED');
  }

  private async capture(order: Ordered, isPaid: boolean): Promise<void> {
    const { status, body } = await this.call('POST', '/paypal/capture-order', {
      order_id: order.id,
      paypal_order_id: order.id,
    });
    assert.equal(status === 200 && body.success, isPaid, `paid or not: ${status} ${JSON.stringify(body)}`);
    if (isPaid && order.state !== 'paid') this.paid(order);
  }

  private async giveUp(order: Ordered): Promise<void> {
    const { body } = await this.call('POST', '/paypal/give-up-order', {
      paypal_order_id: order.id,
      reason: 'cancelled',
    });
    assert.equal(body.status, 'cancelled');
    order.state = 'failed';
  }

  /** The money was taken, and the answer did not arrive: nothing else may be bought until PayPal was asked. */
  private async answerLost(order: Ordered): Promise<void> {
    await this.failing('capture_answer_lost', () => this.capture(order, false));
    await this.expectHeldBack(order);
    await this.laterRenewals();
    this.paid(order);
  }

  private async reviewed(order: Ordered, decision: 'COMPLETED' | 'DECLINED'): Promise<void> {
    await this.failing('capture_pending', () => this.capture(order, false));
    await this.expectHeldBack(order);
    await this.call('POST', '/paypal/capture-order', { order_id: order.id, paypal_order_id: order.id });
    this.h.payPal.ledger.decide(order.id, decision);
    await this.laterRenewals();
    if (decision === 'COMPLETED') this.paid(order);
    else order.state = 'failed';
  }

  /** Nobody pays for a second thing while PayPal may yet take the money for the first. */
  private async expectHeldBack({ plan, period }: Ordered): Promise<void> {
    const { status, body } = await this.call('POST', '/paypal/create-order', {
      plan_id: plan,
      billing_period: period,
    });
    assert.deepEqual([status, body.code], [409, 'payment_under_review']);
  }

  private async repeat(order: Ordered | undefined): Promise<void> {
    if (order === undefined) return;
    const isTaken = order.state === 'paid' || (order.isApproved && order.state === 'open');
    await this.capture(order, isTaken);
    const atPayPal = this.h.payPal.ledger.get(order.id);
    if (atPayPal.capture === null) return;
    const news = atPayPal.capture.status === 'REFUNDED' ? 'REFUNDED' : 'COMPLETED';
    assert.equal(await this.h.payPal.sendWebhook(`PAYMENT.CAPTURE.${news}`, atPayPal), 204);
  }

  private async refund(order: Ordered | undefined, by: 'customer' | 'operator' | 'PayPal'): Promise<void> {
    if (order === undefined) return;
    const isPaid = order.state === 'paid';
    const isOwed = isPaid && Date.now() <= order.atMs + MONEY_BACK_DAYS * DAY_MS;
    if (by === 'PayPal') {
      if (!isPaid) return;
      const atPayPal = this.h.payPal.ledger.get(order.id);
      this.h.payPal.ledger.refund(atPayPal.capture!.id);
      await this.h.payPal.sendWebhook('PAYMENT.CAPTURE.REFUNDED', atPayPal);
    } else if (by === 'customer') {
      const { status } = await this.call('POST', `/orders/${order.own}/money-back`);
      const isFirst = this.takenBack === undefined || this.takenBack === order;
      assert.equal(
        status === 200,
        (isOwed && isFirst) || order.state === 'refunded',
        `money back: ${status}`,
      );
      if (!isOwed || !isFirst) return;
      this.takenBack = order;
    } else {
      const { status } = await this.h.call(
        'POST',
        `/orders/${order.own}/refund`,
        newCaller({ isAdmin: true }),
        {
          beyond_guarantee: true,
        },
      );
      assert.equal(status === 200, isPaid || order.state === 'refunded', `a refund: ${status}`);
      if (!isPaid) return;
    }
    order.state = 'refunded';
    if (!this.standing.includes(order)) return;
    this.standing = this.standing.filter((other) => other !== order);
    this.endIfOver();
  }

  private async try(plan: string): Promise<void> {
    const held = this.held;
    const isOpen = !this.hasTried && (held.plan === 'free' || held.isTrial);
    const { status } = await this.call('POST', '/plans/trial', { plan_id: plan });
    assert.equal(status === 200, isOpen, `a trial: ${status}`);
    if (!isOpen) return;
    this.hasTried = true;
    this.standing = [];
    this.given = { plan, endMs: Date.now() + TRIAL_DAYS * DAY_MS, cents: 0, atMs: Date.now(), isTrial: true };
  }

  private async cancel(): Promise<void> {
    await this.h.app.get(SubscriptionsService).cancel(this.user.userId);
    this.standing = [];
    this.given = NOTHING;
  }

  /** Time that was paid for ends by an administrator's choice only where that is meant. */
  private async give(plan: string, isMeant: boolean): Promise<void> {
    const isNew = this.held.plan !== plan;
    const isPaid = this.standing.length > 0;
    const given = await this.h.app
      .get(SubscriptionsService)
      .setByAdmin(this.user.userId, plan, { actorId: null, endsPaidTime: isMeant })
      .then(() => true)
      .catch((error: unknown) => {
        assert.equal((error as DomainError).code, 'ends_paid_time');
        return false;
      });
    assert.equal(given, isMeant || !isNew || !isPaid, 'paid time ends by who means it');
    if (!isNew || !given) return;
    this.standing = [];
    this.given = { ...NOTHING, plan };
  }

  private async wait(ms: number): Promise<void> {
    this.clock.pass(ms);
    await this.renew();
    this.endIfOver();
  }

  /** A payment ends what was had without one. */
  private paid(order: Ordered): void {
    order.state = 'paid';
    order.atMs = Date.now();
    this.given = NOTHING;
    this.standing.push(order);
  }

  private get held(): Held {
    return this.standing.length > 0 ? payAll(this.standing) : this.given;
  }

  private endIfOver(): void {
    const { endMs } = this.held;
    if (endMs === null || endMs > Date.now()) return;
    this.standing = [];
    this.given = NOTHING;
  }

  private async expectPromise(): Promise<void> {
    const { status, body } = await this.call('GET', '/plans/mine');
    assert.equal(status, 200, `what is had can be read: ${body.detail}`);
    assert.equal((body.plan as { slug: string }).slug, this.held.plan);
    const end = body.trial_ends_at ?? body.paid_until;
    this.expectEnd(end === null ? null : Date.parse(String(end)), 'what is had');
  }

  private expectEnd(endMs: number | null, what: string): void {
    const promised = this.held.endMs;
    const isKept =
      endMs === null || promised === null ? endMs === promised : Math.abs(endMs - promised) <= TOLERANCE_MS;
    assert.ok(isKept, `${what} ends ${at(endMs)}, promised is ${at(promised)}`);
  }

  /** What moved at PayPal is what orders and invoices say; nothing was taken twice. */
  private async expectBooks(): Promise<void> {
    const ids = this.orders.map(({ id }) => this.h.payPal.ledger.get(id).capture?.id);
    const moved = this.h.payPal.ledger.movements.filter(({ id }) => ids.includes(id));
    const sums = moved.map(({ kind, amount }) => (kind === 'capture' ? 100 : -100) * Number(amount.value));
    const kept = this.orders.filter(({ state }) => state === 'paid').map(({ cents }) => cents);
    const { rows } = await this.h.database.query(
      `SELECT (SELECT coalesce(sum(amount_cents), 0)::int FROM orders WHERE user_id = $1 AND status = 'completed') AS kept,
              (SELECT coalesce(sum(i.amount_cents), 0)::int FROM invoices i JOIN orders o ON o.id = i.order_id
                WHERE o.user_id = $1) AS invoiced`,
      [this.user.userId],
    );
    const total = Math.round(sum(sums));
    assert.deepEqual(rows[0], { kept: total, invoiced: total });
    assert.equal(sum(kept), total);
    const captured = moved.filter(({ kind }) => kind === 'capture').map(({ id }) => id);
    assert.equal(new Set(captured).size, captured.length, 'nothing is taken twice');
  }

  private async laterRenewals(): Promise<void> {
    this.clock.pass(LATER_MS);
    await this.renew();
  }

  private renew(): Promise<void> {
    return this.h.app.get(RenewalsService).run();
  }

  private async failing(failure: Failure, act: () => Promise<void>): Promise<void> {
    this.h.payPal.ledger.failures.add(failure);
    await act();
    this.h.payPal.ledger.failures.delete(failure);
  }

  private call(method: string, path: string, body?: unknown) {
    return this.h.call(method, path, { ...this.user, ...justSignedIn() }, body);
  }

  private at(index: number): Ordered | undefined {
    return this.orders[index % Math.max(1, this.orders.length)];
  }
}

const justSignedIn = () => ({ reauthenticatedUntil: Date.now() + 60_000 });
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const at = (ms: number | null): string => (ms === null ? 'never' : new Date(ms).toISOString());
