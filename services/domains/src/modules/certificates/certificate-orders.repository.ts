import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { IssuanceError } from './acme/acme.errors.ts';

/**
 * All owners share one account at the authority, and Let's Encrypt allows 300 orders per account in three hours. An
 * owner gets a third of that, so that one owner's failing orders cannot keep others from their first certificate.
 */
export const MAX_ORDERS_OF_OWNER = 100;
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
    await this.dataSource.query(`DELETE FROM certificate_orders WHERE ordered_at < now() - ${WINDOW}`);
    const [row]: { seconds: number | null }[] = await this.dataSource.query(
      `WITH recent AS (SELECT ordered_at FROM certificate_orders WHERE owner_id = $1 AND ordered_at > now() - ${WINDOW}),
         taken AS (INSERT INTO certificate_orders (owner_id)
                   SELECT $1 WHERE (SELECT count(*) FROM recent) < $2 RETURNING 1)
       SELECT CASE WHEN NOT EXISTS (SELECT FROM taken)
         THEN ceil(extract(epoch FROM min(ordered_at) + ${WINDOW} - now()))::int END AS seconds FROM recent`,
      [ownerId, MAX_ORDERS_OF_OWNER],
    );
    const seconds = row?.seconds ?? null;
    if (seconds === null) return;
    throw new IssuanceError({
      code: 'rate_limited',
      message: `Your sites have asked for ${MAX_ORDERS_OF_OWNER} certificates within three hours. We go on when there is room again.`,
      mendedBy: 'time',
      retryAfter: Math.max(1, seconds),
    });
  }
}
