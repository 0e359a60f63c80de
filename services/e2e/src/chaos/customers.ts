import { newPassword } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import type { RunningStack } from '../running-stack.ts';
import { made, RepeatedCallers } from './repeated-callers.ts';

/** An action of a customer and the response. */
interface Deed {
  email: string;
  registered: boolean;
  /** Id of the order that was acknowledged; null: none was. */
  orderId: string | null;
}

const ORDER = { plan_id: 'starter', payment_method: 'paypal', billing_period: 'monthly' };

/** People who register and order a plan. */
export class Customers extends RepeatedCallers {
  readonly deeds: Deed[] = [];

  constructor(
    private readonly stack: RunningStack,
    pauseMs: number,
  ) {
    super(pauseMs);
  }

  protected async act(nth: number): Promise<void> {
    const username = `chaos-${nth}`;
    const deed: Deed = { email: `${username}@strangers.example`, registered: false, orderId: null };
    this.deeds.push(deed);
    const account = { username, email: deed.email, password: newPassword() };
    const api = await this.counted(() => ApiClient.register(this.stack.api, account));
    if (api === null) return;
    deed.registered = true;
    const order = await this.counted(() => made<{ id: string }>(api, '/orders/create', ORDER));
    deed.orderId = order && String(order.id);
  }
}
