import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { type CampaignContent, personalise, prepareCampaign } from '../../templating/campaign-body.ts';
import { companyVariables } from '../../templating/company-variables.ts';
import { DeliveryService } from '../delivery/delivery.service.ts';
import type { Outcome } from '../delivery/outcome.types.ts';
import { RateBucketService } from '../delivery/rate-bucket.service.ts';
import { SignedLinksService } from '../links/signed-links.service.ts';
import type { CampaignRow } from './campaign-row.types.ts';
import { CampaignStallsService } from './campaign-stalls.service.ts';
import { type ClaimedRecipient, RecipientClaimsRepository } from './recipient-claims.repository.ts';

const POLL_INTERVAL_MS = 500;
/** A process without a heartbeat for this long counts as dead, and the outcome of its mails in flight is unknown. */
const LEASE_SECONDS = 10;
const LEASE_MARGIN_MS = 3_000;
const RENEW_EVERY_MS = 2_000;
/** Maximum mails of one campaign in flight per process. */
const MAX_LANES = 32;

/**
 * Sends campaigns. Every mailer process runs one of these, and all work on the same campaigns:
 *
 *   turn in the campaign's Redis bucket ──▶ claim one recipient: "in_flight", by me ──▶ SMTP ──▶ sent | failed | unknown
 *
 * The claim is committed before the SMTP transaction, and only the process that made it, or its death, ends it. So
 * nobody receives a mail twice: recipients in flight when a process died are unknown, and stay so until an
 * administrator decides.
 */
@Injectable()
export class CampaignRunnerJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CampaignRunnerJob.name);
  private readonly stopping = new AbortController();
  private readonly lanes = new Map<number, Set<Promise<void>>>();
  private readonly contents = new Map<number, CampaignContent>();
  private aliveUntil = 0;
  private watching: Promise<unknown> | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly rates: RateBucketService,
    private readonly delivery: DeliveryService,
    private readonly stalls: CampaignStallsService,
    private readonly claims: RecipientClaimsRepository,
    private readonly links: SignedLinksService,
    @Inject(MAILER_CONFIG)
    private readonly config: MailerConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.watching = Promise.all([
      this.every(RENEW_EVERY_MS, () => this.renew()),
      this.every(POLL_INTERVAL_MS, () => this.poll()),
    ]);
  }

  /** Mails in flight are finished; no new ones are started. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    await Promise.allSettled([...this.lanes.values()].flatMap((lanes) => [...lanes]));
    await this.dataSource
      .query('DELETE FROM senders WHERE id = $1', [this.claims.me])
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'campaign runner: removing its sender row failed'),
      );
  }

  private async every(milliseconds: number, work: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await work().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'campaign runner: polling failed; campaigns are waiting'),
      );
      await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async renew(): Promise<void> {
    const begun = Date.now();
    await this.dataSource.query(
      `INSERT INTO senders (id, alive_until) VALUES ($1, now() + make_interval(secs => ${LEASE_SECONDS}))
       ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
      [this.claims.me],
    );
    this.aliveUntil = begun + LEASE_SECONDS * 1000 - LEASE_MARGIN_MS;
    await this.markLostRecipients();
  }

  private async markLostRecipients(): Promise<void> {
    const lost = await queryRows<{ id: string }>(
      this.dataSource,
      `UPDATE campaign_recipients r SET status = 'unknown', reason = 'process_lost: the sending process ended', finished_at = now()
       WHERE status = 'in_flight' AND NOT EXISTS (SELECT 1 FROM senders s WHERE s.id = r.sender AND s.alive_until > now())
       RETURNING id`,
    );
    if (lost.length > 0)
      this.logger.warn(
        { mails: lost.length },
        'campaign runner: a lost process left mails in flight; marked unknown',
      );
    await this.dataSource.query(`DELETE FROM senders WHERE alive_until < now() - interval '1 hour'`);
  }

  private async poll(): Promise<void> {
    await this.claims.releaseStrays();
    const sending = await queryRows<CampaignRow>(
      this.dataSource,
      `SELECT * FROM campaigns WHERE status = 'sending'`,
    );
    for (const campaign of sending) {
      await this.finishIfDone(campaign.id);
      if (!(await this.stalls.canSend(campaign))) continue;
      const lanes = this.lanes.get(campaign.id) ?? new Set();
      this.lanes.set(campaign.id, lanes);
      // A lane without a connection would only claim a recipient that a crash then leaves unknown.
      const { servers } = await this.stalls.capacity(campaign);
      const connections = this.config.PALISADE_SMTP_CONNECTIONS * servers;
      const wanted = Math.min(MAX_LANES, connections, Math.max(2, campaign.emails_per_second));
      if (lanes.size === 0) this.contents.set(campaign.id, prepareCampaign(campaign));
      while (lanes.size < wanted) {
        const lane: Promise<void> = this.lane(campaign)
          .catch((error: unknown) =>
            this.logger.warn({ err: error, campaign: campaign.id }, 'campaign lane crashed'),
          )
          .finally(() => lanes.delete(lane));
        lanes.add(lane);
      }
    }
  }

  /** One mail after the other, until there is none to claim. */
  private async lane(campaign: CampaignRow): Promise<void> {
    if (!(await this.claims.hasWork(campaign.id))) return;
    while (!this.stopping.signal.aborted) {
      const { servers, perSecond } = await this.stalls.capacity(campaign);
      if (servers === 0) return;
      // No faster than the servers' own limits: a recipient claimed while waiting for a server would be unknown after a
      // crash for nothing.
      const rate = Math.min(campaign.emails_per_second, perSecond);
      await this.rates.turn(`campaign-${campaign.id}`, rate, this.stopping.signal);
      if (Date.now() > this.aliveUntil) return;
      const claimed = await this.claims.claim(campaign.id);
      // The work is done, or the campaign paused: each lane drops one of the turns granted meanwhile.
      if (!claimed) return;
      const outcome = await this.send(campaign, claimed).catch((error: unknown): Outcome => {
        // Only before the SMTP transaction: the recipient is released, and no attempt is counted.
        this.logger.warn({ err: error, campaign: campaign.id }, 'mail delivery attempt failed');
        return { kind: 'server_failed', serverId: null, reason: 'internal: see the log' };
      });
      await this.claims.settle(claimed, outcome, this.stopping.signal);
      if (outcome.kind !== 'server_failed') await this.stalls.goesOn(campaign);
    }
  }

  private async send(
    campaign: CampaignRow,
    { id, email, variables, suppressed }: ClaimedRecipient,
  ): Promise<Outcome> {
    if (suppressed !== null)
      return { kind: 'refused', serverId: null, reason: `${suppressed}: after the campaign began` };
    const content = this.contents.get(campaign.id) ?? prepareCampaign(campaign);
    const claims = { email, campaignId: campaign.id };
    const { hostname } = new URL(this.config.PALISADE_PUBLIC_URL);
    const mail = personalise(content, {
      ...variables,
      ...companyVariables(this.config),
      site_url: this.config.PALISADE_PUBLIC_URL,
      unsubscribe_url: this.links.unsubscribePage(claims),
    });
    return this.delivery.send(
      {
        messageId: `<campaign-${campaign.id}-${id}@${hostname}>`,
        to: { name: '', address: email },
        ...(this.config.PALISADE_BOUNCE_DOMAIN && {
          returnPath: `${this.links.returnPath(id)}@${this.config.PALISADE_BOUNCE_DOMAIN}`,
        }),
        ...mail,
        headers: {
          'List-Unsubscribe': `<${this.links.oneClick(claims)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'List-Id': `<campaigns.${hostname}>`,
          Precedence: 'bulk',
        },
      },
      campaign.smtp_config_id,
    );
  }

  /** A campaign has failed if none of its mails arrived. */
  private async finishIfDone(id: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE campaigns c SET finished_at = now(),
         status = CASE WHEN total_recipients > 0 AND NOT EXISTS (
             SELECT 1 FROM campaign_recipients WHERE campaign_id = c.id AND status <> 'failed'
           ) THEN 'failed' ELSE 'completed' END,
         problem = CASE WHEN total_recipients > 0 AND NOT EXISTS (
             SELECT 1 FROM campaign_recipients WHERE campaign_id = c.id AND status <> 'failed'
           ) THEN 'No mail of this campaign was accepted' END
       WHERE id = $1 AND status = 'sending' AND NOT EXISTS (
         SELECT 1 FROM campaign_recipients WHERE campaign_id = c.id AND status IN ('pending', 'in_flight')
       )`,
      [id],
    );
  }
}
