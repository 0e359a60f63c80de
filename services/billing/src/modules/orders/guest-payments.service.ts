import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@palisade/basics';
import { Metrics, type OrderId, type UserId } from '@palisade/nest-kit';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';
import { ORDER_STATES } from '../order-store/order-states.rules.ts';
import { SettlementService } from '../settlement/settlement.service.ts';

const AT_ONCE = 200;
/**
 * Interval between two checks of an account that may still be created; confirming the address sends an event, and this
 * covers lost ones.
 */
const ASK_AGAIN_AFTER_MS = DAY_MS;

/** Assigns guests' payments to the accounts that have confirmed the address, whichever came first. */
@Injectable()
export class GuestPaymentsService {
  private readonly unused: Gauge;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly settlement: SettlementService,
    @Inject(AUTH) private readonly auth: AuthClient,
    { registry }: Metrics,
  ) {
    this.unused = new Gauge({
      name: 'palisade_billing_unused_payments',
      help: 'Payments of more than a day ago that have given nobody a plan: no account has taken them over, or their owner has not said so',
      registers: [registry],
    });
  }

  /** @throws DomainError if auth does not answer; the next run asks again */
  async run(now: Date): Promise<void> {
    await this.measure(now);
    const orders: { id: OrderId; guest_email: string }[] = await this.dataSource.query(
      `SELECT id, guest_email FROM orders
        WHERE status = $1 AND activated_at IS NULL AND user_id IS NULL AND guest_email IS NOT NULL
          AND (owner_sought_at IS NULL OR owner_sought_at < $2)
        ORDER BY owner_sought_at NULLS FIRST, paid_at LIMIT ${AT_ONCE}`,
      [ORDER_STATES.paid.status, new Date(now.getTime() - ASK_AGAIN_AFTER_MS)],
    );
    if (orders.length === 0) return;
    const { users } = await this.auth.findConfirmedUsers({
      emails: [...new Set(orders.map(({ guest_email: email }) => email))],
    });
    const owners = new Map(users.map(({ email, id }) => [email.toLowerCase(), id as UserId]));
    for (const { id, guest_email: email } of orders) {
      const owner = owners.get(email);
      await this.dataSource.transaction(async (manager) => {
        if (owner !== undefined) await this.settlement.claim(manager, id, owner, 'address');
        await manager.query('UPDATE orders SET owner_sought_at = $2 WHERE id = $1', [id, now]);
      });
    }
  }

  /** Counts payments that nobody claims, which support has to refund. */
  private async measure(now: Date): Promise<void> {
    const [row]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count FROM orders WHERE status = $1 AND activated_at IS NULL AND paid_at < $2`,
      [ORDER_STATES.paid.status, new Date(now.getTime() - DAY_MS)],
    );
    this.unused.set(row?.count ?? 0);
  }
}
