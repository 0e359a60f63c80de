import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, type OrderId, type UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { AccountMarksService, accountMark, type Mark } from '../subscriptions/account-marks.service.ts';

type Use = Mark | Mark<'account'>;

/**
 * Owners can use the money-back guarantee for one payment only, or thirteen days of any plan would be free, again and
 * again: once per account, confirmed mailbox and verified domain, as with trials. Administrators can refund further
 * payments.
 */
@Injectable()
export class GuaranteeUsesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly marks: AccountMarksService,
  ) {}

  /** @throws DomainError `guarantee_used` */
  async refuseUsed(userId: UserId, orderId: OrderId): Promise<void> {
    await refuseTaken(this.dataSource.manager, await this.usesOf(userId), orderId);
  }

  /**
   * Claims the guarantee before the money moves, so that of two concurrent requests one wins. The claim belongs to the
   * payment, whose refund can be requested again if PayPal refuses it.
   * @throws DomainError `guarantee_used`
   */
  async take(userId: UserId, orderId: OrderId): Promise<void> {
    const uses = await this.usesOf(userId);
    await this.dataSource.transaction(async (manager) => {
      // Sequentially: a concurrent claim of the same waits for the other transaction, and is visible afterwards.
      for (const { kind, hash } of uses) {
        await manager.query(
          `INSERT INTO guarantee_uses (kind, value_hash, order_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
          [kind, hash, orderId],
        );
      }
      await refuseTaken(manager, uses, orderId);
    });
  }

  /** Sorted, so that two transactions cannot deadlock. */
  private async usesOf(userId: UserId): Promise<Use[]> {
    const mailbox = await this.marks.mailboxOf(userId);
    const domains = await this.marks.domainsOf(userId);
    return [
      accountMark(userId),
      ...(mailbox === null ? [] : [mailbox]),
      ...domains.sort((a, b) => Buffer.compare(a.hash, b.hash)),
    ];
  }
}

async function refuseTaken(manager: EntityManager, uses: readonly Use[], orderId: OrderId): Promise<void> {
  const taken: unknown[] = await manager.query(
    `SELECT FROM guarantee_uses JOIN unnest($1::text[], $2::bytea[]) AS mine (kind, value_hash) USING (kind, value_hash)
      WHERE order_id <> $3 LIMIT 1`,
    [uses.map(({ kind }) => kind), uses.map(({ hash }) => hash), orderId],
  );
  if (taken.length === 0) return;
  throw new DomainError(
    'conflict',
    'guarantee_used',
    'The money-back guarantee has already been used for this account, email address or domain. Please contact us about this payment.',
  );
}
