import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { queryOne, queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import type { Outcome } from '../delivery/outcome.types.ts';
import type { SuppressionCause } from '../suppressions/suppressions.service.ts';
import { recipientAfter, type Tries } from './recipient.rules.ts';

const WRITE_AGAIN_AFTER_MS = 500;

/** Changes of the account since the campaign began. An account unknown to the mailer has been closed. */
type AccountRefusal = 'account_closed' | 'account_inactive' | 'marketing_emails_off' | 'other_address';

const ACCOUNT_REFUSAL = `(SELECT CASE
    WHEN a.user_id IS NULL THEN 'account_closed'
    WHEN NOT a.is_active THEN 'account_inactive'
    WHEN NOT a.marketing_emails THEN 'marketing_emails_off'
    WHEN lower(a.email) <> lower(campaign_recipients.email) THEN 'other_address' END
  FROM (SELECT campaign_recipients.user_id AS wanted) w LEFT JOIN accounts a ON a.user_id = w.wanted
  WHERE w.wanted IS NOT NULL)`;

export interface ClaimedRecipient extends Tries {
  id: string;
  email: string;
  variables: Record<string, string>;
  /** Why the address receives no campaigns any more, at the time of the claim. */
  suppressed: SuppressionCause | AccountRefusal | null;
}

/**
 * Claims of recipients by this process. A claim is committed before the SMTP transaction; its outcome is retried until
 * the database has stored it, however long that is unavailable. A claim whose own response was lost never reached SMTP
 * and is released.
 */
@Injectable()
export class RecipientClaimsRepository {
  /** This process's id in the rows that it owns. */
  readonly me = randomUUID();
  private readonly logger = new Logger(RecipientClaimsRepository.name);
  private readonly inHand = new Set<string>();
  private claiming = 0;
  private hasStrays = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(MAILER_CONFIG) private readonly config: Pick<MailerConfig, 'PALISADE_MAIL_RETRY_DELAY_MS'>,
  ) {}

  /** Checked before a turn is taken: unused turns would slow the other processes down. */
  async hasWork(campaignId: number): Promise<boolean> {
    if (this.hasStrays) return false;
    const open = await queryOne(
      this.dataSource,
      `SELECT 1 FROM campaign_recipients r JOIN campaigns c ON c.id = r.campaign_id
       WHERE c.id = $1 AND c.status = 'sending' AND r.status = 'pending' AND r.next_attempt_at <= now() LIMIT 1`,
      [campaignId],
    );
    return open !== null;
  }

  async claim(campaignId: number): Promise<ClaimedRecipient | null> {
    if (this.hasStrays) return null;
    this.claiming++;
    try {
      const claimed = await queryOne<ClaimedRecipient>(
        this.dataSource,
        `UPDATE campaign_recipients SET status = 'in_flight', sender = $2, attempts = attempts + 1
         WHERE id = (
           SELECT r.id FROM campaign_recipients r JOIN campaigns c ON c.id = r.campaign_id
           WHERE r.campaign_id = $1 AND c.status = 'sending' AND r.status = 'pending' AND r.next_attempt_at <= now()
           ORDER BY r.next_attempt_at, r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED
         ) RETURNING id, email, variables, attempts, server_failures,
           coalesce((SELECT s.cause FROM suppressions s WHERE s.email = lower(campaign_recipients.email)),
             ${ACCOUNT_REFUSAL}) AS suppressed`,
        [campaignId, this.me],
      );
      if (claimed) this.inHand.add(claimed.id);
      return claimed;
    } catch (error) {
      this.hasStrays = true;
      throw error;
    } finally {
      this.claiming--;
    }
  }

  /** Releases claims that this process never learned of. No claims are made meanwhile. */
  async releaseStrays(): Promise<void> {
    if (!this.hasStrays || this.claiming > 0) return;
    const released = await queryRows(
      this.dataSource,
      `UPDATE campaign_recipients SET status = 'pending', sender = NULL, attempts = attempts - 1
       WHERE sender = $1 AND status = 'in_flight' AND NOT (id = ANY($2::bigint[])) RETURNING 1`,
      [this.me, [...this.inHand]],
    );
    this.hasStrays = false;
    if (released.length > 0)
      this.logger.warn({ recipients: released.length }, 'claimed deliveries requeued after claim timeout');
  }

  /**
   * Resolves when the outcome is stored; otherwise, after `signal`, the recipient becomes unknown when this process's
   * lease ends.
   */
  async settle(claimed: ClaimedRecipient, outcome: Outcome, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await this.write(claimed, outcome);
        break;
      } catch (error) {
        this.logger.warn(
          { err: error, recipient: claimed.id },
          'what became of a mail cannot be written yet',
        );
        if (signal.aborted) break;
        await sleep(WRITE_AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    this.inHand.delete(claimed.id);
  }

  /** Also where this process was declared dead meanwhile: it knows the outcome better. */
  private async write(claimed: ClaimedRecipient, outcome: Outcome): Promise<void> {
    const { status, reason, attempts, serverFailures, pauseMs } = recipientAfter(
      claimed,
      outcome,
      this.config.PALISADE_MAIL_RETRY_DELAY_MS,
    );
    await this.dataSource.query(
      `UPDATE campaign_recipients SET status = $2, reason = $3, smtp_server_id = $4,
         attempts = $7, server_failures = $8, next_attempt_at = now() + make_interval(secs => $5),
         finished_at = CASE WHEN $2 = 'pending' THEN NULL ELSE now() END
       WHERE id = $1 AND sender = $6 AND status IN ('in_flight', 'unknown')`,
      [claimed.id, status, reason, outcome.serverId, pauseMs / 1000, this.me, attempts, serverFailures],
    );
  }
}
