import { eventually } from '@palisade/testing';
import type { Stack } from '../stack.ts';
import { Campaign } from './campaign.ts';
import { Customers } from './customers.ts';
import type { Fault } from './faults.ts';
import { countKept, type Kept } from './kept.ts';
import { Payments } from './payments.ts';
import { type Seen, Visitors, type VisitorsOptions } from './visitors.ts';

export interface DrillOptions extends VisitorsOptions {
  /** How long each fault holds. */
  faultMs: number;
  /** How long visitors continue after it, ms. */
  restMs: number;
  /** Between two customers, and between two who pay. */
  customerPauseMs: number;
}

/** What visitors saw from the beginning of a fault until the next. */
export interface Observed {
  fault: Fault;
  /** When the fault began (`performance.now()`). */
  hitAt: number;
  seen: Seen[];
}

/** What has been acknowledged last is on its way so long. */
const KEPT_WITHIN_MS = 120_000;

/** Visitors, customers and a campaign of a running product, and one fault after another. */
export class Drill {
  readonly observed: Observed[] = [];
  readonly visitors: Visitors;
  readonly customers: Customers;
  readonly payments: Payments;
  campaign: Campaign | null = null;

  /** @param port where visitors come in: the launcher's edge, unless there is another door */
  constructor(
    private readonly stack: Stack,
    private readonly options: DrillOptions,
    port = Number(new URL(stack.urls.demo_site).port),
  ) {
    this.visitors = new Visitors(port, options);
    this.customers = new Customers(stack, options.customerPauseMs);
    this.payments = new Payments(stack, options.customerPauseMs);
  }

  get seen(): readonly Seen[] {
    return this.visitors.seen;
  }

  get calls(): Pick<Customers, 'calls' | 'failures'> {
    const { customers, payments } = this;
    return { calls: customers.calls + payments.calls, failures: customers.failures + payments.failures };
  }

  async run(faults: readonly Fault[], tell: (observed: Observed) => void = () => undefined): Promise<void> {
    await this.visitors.begin();
    const { faultMs, restMs } = this.options;
    this.campaign = await Campaign.send(this.stack, faults.length * (faultMs + restMs));
    for (const fault of faults) {
      const before = this.seen.length;
      await fault.begin();
      const hitAt = performance.now();
      await this.visitors.rest(faultMs);
      await fault.end();
      // The next fault begins while visitors are served; otherwise it would have no effect.
      await this.visitors.served();
      await this.visitors.rest(restMs);
      const observed = { fault, hitAt, seen: this.seen.slice(before) };
      this.observed.push(observed);
      tell(observed);
    }
    await this.stop();
  }

  async stop(): Promise<void> {
    await Promise.all([this.visitors.stop(), this.customers.stop(), this.payments.stop()]);
  }

  /** Counts until all is there; what then is lost or twice is in the answer. */
  async kept(): Promise<Kept[]> {
    let latest: Kept[] = [];
    try {
      await eventually(
        'all that was acknowledged being kept',
        async () => {
          latest = await countKept(this.stack, this);
          const missing = latest.filter(({ lost }) => lost > 0);
          if (missing.length > 0) throw new Error(JSON.stringify(missing));
        },
        KEPT_WITHIN_MS,
      );
    } catch (error) {
      if (latest.length === 0) throw error;
    }
    return latest;
  }
}
