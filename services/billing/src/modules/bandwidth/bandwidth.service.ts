import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { mailEventsV1, type requestLogV1 } from '@palisade/contracts';
import { OutboxWriter, uuidV7 } from '@palisade/messaging';
import type { UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';
import { FREE_PLAN_ID } from '../plans/plan.entity.ts';

/** Percentages of the monthly amount at which owners are notified, once each. Traffic is never cut off. */
const WARN_AT_PERCENT = [80, 100];
const BATCH_SIZE = 200;

interface HeavyUser {
  owner_id: UserId;
  plan_name: string;
  used: string;
  included: string;
  percent: number;
}

/** Measures bandwidth as in the plans: bytes sent to visitors per calendar month (UTC). */
@Injectable()
export class BandwidthService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outbox: OutboxWriter,
    @Inject(AUTH) private readonly auth: AuthClient,
  ) {}

  async siteAdded(siteId: string, ownerId: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO site_owners (site_id, owner_id) VALUES ($1, $2)
       ON CONFLICT (site_id) DO UPDATE SET owner_id = excluded.owner_id`,
      [siteId, ownerId],
    );
  }

  /** Keeps the latest total of each month; a new month begins where the last one ended. */
  async siteTotals({ siteId, responseBytes, asOfMs }: requestLogV1.SiteTotals): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO bandwidth (site_id, month, base_bytes, last_bytes, as_of_ms)
       VALUES ($1, $2, coalesce((SELECT max(last_bytes) FROM bandwidth WHERE site_id = $1 AND month < $2), 0), $3, $4)
       ON CONFLICT (site_id, month) DO UPDATE SET last_bytes = excluded.last_bytes, as_of_ms = excluded.as_of_ms
       WHERE bandwidth.as_of_ms <= excluded.as_of_ms`,
      [siteId, monthOf(new Date(Number(asOfMs))), responseBytes.toString(), asOfMs.toString()],
    );
  }

  /** Bytes sent this month by a user's sites, including removed ones. */
  async usedBy(userId: UserId, now = new Date()): Promise<number> {
    const [row]: { used: string }[] = await this.dataSource.query(
      `SELECT coalesce(sum(b.last_bytes - b.base_bytes), 0) AS used
       FROM bandwidth b JOIN site_owners o USING (site_id) WHERE o.owner_id = $1 AND b.month = $2`,
      [userId, monthOf(now)],
    );
    return Number(row?.used ?? 0);
  }

  async warn(now = new Date()): Promise<void> {
    for (const percent of WARN_AT_PERCENT) {
      const heavy = await this.heavyUsers(now, percent);
      if (heavy.length === 0) continue;
      const { users } = await this.auth.getUsers({ ids: heavy.map((row) => row.owner_id) });
      for (const row of heavy) {
        const user = users.find((candidate) => candidate.id === row.owner_id);
        await this.warnOne(row, user, percent, now);
      }
    }
  }

  private heavyUsers(now: Date, percent: number): Promise<HeavyUser[]> {
    return this.dataSource.query(
      `SELECT o.owner_id, p.name AS plan_name, sum(b.last_bytes - b.base_bytes) AS used,
              p.entitlements ->> 'bandwidthBytes' AS included
       FROM bandwidth b
       JOIN site_owners o USING (site_id)
       LEFT JOIN subscriptions s ON s.user_id = o.owner_id
       JOIN plans p ON p.id = coalesce(s.plan_id, $3)
       WHERE b.month = $1 AND p.entitlements ->> 'bandwidthBytes' IS NOT NULL
         AND NOT EXISTS (SELECT FROM bandwidth_warnings w
                         WHERE w.user_id = o.owner_id AND w.month = $1 AND w.percent = $2)
       GROUP BY o.owner_id, p.id
       HAVING sum(b.last_bytes - b.base_bytes) * 100 >= (p.entitlements ->> 'bandwidthBytes')::bigint * $2
       LIMIT ${BATCH_SIZE}`,
      [monthOf(now), percent, FREE_PLAN_ID],
    );
  }

  private async warnOne(
    row: HeavyUser,
    user: { email: string; fullName: string; username: string } | undefined,
    percent: number,
    now: Date,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const fresh: unknown[] = await manager.query(
        'INSERT INTO bandwidth_warnings (user_id, month, percent) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
        [row.owner_id, monthOf(now), percent],
      );
      if (fresh.length === 0 || user === undefined) return;
      await this.outbox.add(manager, 'mailer.mail_requested.v1', row.owner_id, {
        mailId: uuidV7(),
        category: mailEventsV1.MailCategory.BILLING,
        template: 'bandwidth_warning',
        to: user.email,
        toName: user.fullName || user.username,
        userId: row.owner_id,
        variables: {
          plan: row.plan_name,
          percent: String(percent),
          used: gigabytes(row.used),
          included: gigabytes(row.included),
        },
      });
    });
  }
}

const monthOf = (date: Date): string => `${date.toISOString().slice(0, 7)}-01`;
const gigabytes = (bytes: string): string => `${(Number(bytes) / 1e9).toFixed(1)} GB`;
