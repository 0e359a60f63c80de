import { setTimeout as sleep } from 'node:timers/promises';
import { newPassword } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import type { RunningStack } from '../running-stack.ts';

/** What somebody was told of what they did. */
interface Deed {
  email: string;
  registered: boolean;
  /** Id of the order that was acknowledged; null: none was. */
  orderId: string | null;
}

const PLAN = 'starter';

/** People who register and order a plan, one after another, whatever has failed. Nobody tries again. */
export class Customers {
  readonly deeds: Deed[] = [];
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

  private async come(): Promise<void> {
    while (this.going) {
      await this.register(`chaos-${this.deeds.length}`);
      await sleep(this.pauseMs);
    }
  }

  private async register(username: string): Promise<void> {
    const deed: Deed = { email: `${username}@strangers.example`, registered: false, orderId: null };
    this.deeds.push(deed);
    const account = { username, email: deed.email, password: newPassword() };
    const api = await this.counted(() => ApiClient.register(this.stack.api, account));
    if (api === null) return;
    deed.registered = true;
    deed.orderId = await this.counted(() => order(api));
  }

  private async counted<T>(call: () => Promise<T>): Promise<T | null> {
    this.calls++;
    try {
      return await call();
    } catch {
      // While a service is away its calls fail, and are counted.
      this.failures++;
      return null;
    }
  }
}

async function order(api: ApiClient): Promise<string> {
  const { status, body } = await api.call<{ id: string }>('POST', '/orders/create', {
    plan_id: PLAN,
    payment_method: 'paypal',
    billing_period: 'monthly',
  });
  if (status !== 201) throw new Error(`the order was answered ${status}`);
  return String(body.id);
}
