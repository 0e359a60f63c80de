import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../api-client.ts';
import type { RunningStack } from '../running-stack.ts';

/** One try to buy a plan, and what its buyer was told. */
export interface Payment {
  email: string;
  /** Null: PayPal's window did not open. */
  paypalOrderId: string | null;
  /** Of the order that was acknowledged as paid; null: none was. */
  paidOrderId: string | null;
}

/** Guests who buy a plan at PayPal's stand-in, one after another. Who was not answered closes the window and does not come back. */
export class Payments {
  readonly made: Payment[] = [];
  calls = 0;
  failures = 0;
  private going = true;
  private readonly done: Promise<void>;

  constructor(
    private readonly stack: RunningStack,
    private readonly pauseMs: number,
  ) {
    this.done = this.come();
  }

  async stop(): Promise<void> {
    this.going = false;
    await this.done;
  }

  /** Those whose money was taken, whatever they were told, as the stand-in knows. */
  async takenIds(): Promise<string[]> {
    const ids = this.made.flatMap(({ paypalOrderId }) => paypalOrderId ?? []);
    const taken = await Promise.all(ids.map(async (id) => ((await this.isTaken(id)) ? [id] : [])));
    return taken.flat();
  }

  private async come(): Promise<void> {
    while (this.going) {
      await this.buy(`chaos-buyer-${this.made.length}@strangers.example`);
      await sleep(this.pauseMs);
    }
  }

  private async buy(email: string): Promise<void> {
    const payment: Payment = { email, paypalOrderId: null, paidOrderId: null };
    this.made.push(payment);
    const guest = ApiClient.anonymous(this.stack.api);
    const order = { plan_id: 'starter', billing_period: 'monthly', user_email: email, user_name: 'A buyer' };
    const opened = await this.counted<{ paypal_order_id: string }>(guest, '/paypal/create-order', order);
    if (opened === null) return;
    payment.paypalOrderId = opened.paypal_order_id;
    if (!(await this.approve(opened.paypal_order_id))) return;
    const captured = await this.counted<{ success: boolean; id: string }>(guest, '/paypal/capture-order', {
      paypal_order_id: opened.paypal_order_id,
    });
    if (captured?.success === true) payment.paidOrderId = captured.id;
  }

  private async counted<T>(guest: ApiClient, path: string, body: object): Promise<T | null> {
    this.calls++;
    try {
      const answer = await guest.call<T>('POST', path, body);
      if (answer.status === 200 || answer.status === 201) return answer.body;
    } catch {
      // No answer: counted like one that says so.
    }
    this.failures++;
    return null;
  }

  /** In PayPal's own window. The stand-in is of the launcher's processes, and may be away with it. */
  private async approve(id: string): Promise<boolean> {
    try {
      return (await fetch(`${this.standIn}stand-in/orders/${id}/approve`, { method: 'POST' })).ok;
    } catch {
      return false;
    }
  }

  private async isTaken(id: string): Promise<boolean> {
    const asked = await fetch(`${this.standIn}stand-in/orders/${id}`);
    // It forgets its orders when it is started anew.
    if (asked.status === 404) return false;
    return ((await asked.json()) as { status: string }).status === 'COMPLETED';
  }

  private get standIn(): string {
    return this.stack.urls.paypal_stand_in;
  }
}
