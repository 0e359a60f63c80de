import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { IssuanceError } from './acme/acme.errors.ts';

/** Maximum orders in three hours: all owners share one account at the authority, and this is Let's Encrypt's limit per account. */
const MAX_ORDERS = 300;
/**
 * An owner gets a third of these, or half of what is left: one owner's failing orders cannot prevent another's first
 * certificate, nor can several owners'.
 */
export const MAX_ORDERS_OF_OWNER = MAX_ORDERS / 3;
const WINDOW = `interval '3 hours'`;

/** Counts orders by owner. */
@Injectable()
export class CertificateOrdersRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * To be called before each order. @throws IssuanceError `rate_limited` with the time to wait, if the owner's share is
   * used up
   */
  async take(ownerId: UserId): Promise<void> {
    const seconds = await this.dataSource.transaction((manager) => takeOrder(manager, ownerId));
    if (seconds === null) return;
    throw new IssuanceError({
      code: 'rate_limited',
      message:
        'Too many certificates were requested within three hours, by your sites or by all. We will continue as soon as possible.',
      mendedBy: 'time',
      retryAfter: Math.max(1, seconds),
    });
  }
}

/** @returns null: it is counted; otherwise in how many seconds there may be room */
async function takeOrder(manager: EntityManager, ownerId: UserId): Promise<number | null> {
  // Two that count at once would both find the last place.
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('certificate-orders', 0))`);
  await manager.query(`DELETE FROM certificate_orders WHERE ordered_at < now() - ${WINDOW}`);
  const [row]: { own: number; total: number; own_seconds: number; seconds: number }[] = await manager.query(
    `SELECT count(*) FILTER (WHERE owner_id = $1)::int AS own, count(*)::int AS total,
            ceil(extract(epoch FROM min(ordered_at) FILTER (WHERE owner_id = $1) + ${WINDOW} - now()))::int AS own_seconds,
            ceil(extract(epoch FROM min(ordered_at) + ${WINDOW} - now()))::int AS seconds
     FROM certificate_orders`,
    [ownerId],
  );
  const { own, total, own_seconds: ownSeconds, seconds } = row!;
  const share = Math.min(MAX_ORDERS_OF_OWNER, (MAX_ORDERS - total) / 2);
  if (own >= MAX_ORDERS_OF_OWNER) return ownSeconds;
  if (own >= share) return seconds;
  await manager.query('INSERT INTO certificate_orders (owner_id) VALUES ($1)', [ownerId]);
  return null;
}
