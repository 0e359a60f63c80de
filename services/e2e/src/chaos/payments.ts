import { ApiClient } from '../api-client.ts';
import type { RunningStack } from '../running-stack.ts';
import { made, RepeatedCallers } from './repeated-callers.ts';

/** One attempt to buy a plan, and the response. */
export interface Purchase {
  email: string;
  /** Null: PayPal's window did not open. */
  paypalOrderId: string | null;
  /** Of the order that was acknowledged as paid; null: none was. */
  paidOrderId: string | null;
}

/** Guests who buy a plan at PayPal's stand-in. Who was not answered closes the window and does not come back. */
export class Payments extends RepeatedCallers {
  readonly made: Purchase[] = [];

  constructor(
    private readonly stack: RunningStack,
    pauseMs: number,
  ) {
    super(pauseMs);
  }

  /** Attempts that PayPal's stand-in has charged, whatever their response was. */
  async takenIds(): Promise<string[]> {
    const ids = this.made.flatMap(({ paypalOrderId }) => paypalOrderId ?? []);
    const taken = await Promise.all(ids.map(async (id) => ((await this.isTaken(id)) ? [id] : [])));
    return taken.flat();
  }

  protected async act(nth: number): Promise<void> {
    const email = `chaos-buyer-${nth}@strangers.example`;
    const purchase: Purchase = { email, paypalOrderId: null, paidOrderId: null };
    this.made.push(purchase);
    const guest = ApiClient.anonymous(this.stack.api);
    const order = { plan_id: 'starter', billing_period: 'monthly', user_email: email, user_name: 'A buyer' };
    const opened = await this.counted(() =>
      made<{ paypal_order_id: string }>(guest, '/paypal/create-order', order),
    );
    if (opened === null) return;
    const { paypal_order_id } = opened;
    purchase.paypalOrderId = paypal_order_id;
    if (!(await this.approve(paypal_order_id))) return;
    const captured = await this.counted(() =>
      made<{ success: boolean; id: string }>(guest, '/paypal/capture-order', { paypal_order_id }),
    );
    if (captured?.success === true) purchase.paidOrderId = captured.id;
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
