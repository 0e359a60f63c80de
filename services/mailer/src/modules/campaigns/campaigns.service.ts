import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditAction } from '@palisade/contracts';
import { uuidV7 } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { type CompanySettings, DomainError, queryOne, queryRows } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { MAILER_CONFIG } from '../../config/config.ts';
import { personalise, prepareCampaign } from '../../templating/campaign-body.ts';
import { companyVariables } from '../../templating/company-variables.ts';
import { AccountsService } from '../accounts/accounts.service.ts';
import { DeliveryService } from '../delivery/delivery.service.ts';
import { SignedLinksService } from '../links/signed-links.service.ts';
import { AudienceService } from './audience.service.ts';
import { type CampaignAction, progressOf, requireState, wrongState } from './campaign.rules.ts';
import type {
  CampaignInput,
  CampaignSend,
  CampaignSummary,
  CampaignUpdate,
  CampaignView,
} from './campaign.schema.ts';
import type { CampaignCounts, CampaignRow, CampaignStatus } from './campaign-row.types.ts';
import { markupFault } from './mail-markup.ts';

const COUNTS = `count(*) FILTER (WHERE r.status = 'sent') AS sent, count(*) FILTER (WHERE r.status = 'failed') AS failed,
  count(*) FILTER (WHERE r.status = 'unknown') AS unknown,
  count(*) FILTER (WHERE r.status IN ('pending', 'in_flight')) AS open`;

/** Columns of a list, without the texts, which may be large. */
const SUMMARY = [
  'id',
  'name',
  'subject',
  'target_audience',
  'target_plans',
  'smtp_config_id',
  'emails_per_second',
  'status',
  'version',
  'problem',
  'total_recipients',
  'created_at',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof CampaignRow)[];
type SummaryRow = Pick<CampaignRow, (typeof SUMMARY)[number]>;

const notFound = () => new DomainError('not_found', 'campaign_not_found', 'Campaign not found');

const campaignChanged = () =>
  new DomainError(
    'conflict',
    'campaign_changed',
    'This campaign was changed in the meantime. Please reload it.',
  );

/** Drafts may be older than the limits. @throws DomainError unprocessable `mail_markup` */
function checkMarkup(html: string): void {
  const fault = markupFault(html);
  if (fault === null) return;
  throw new DomainError('unprocessable', 'mail_markup', fault, {
    fields: [{ path: 'body_html', message: fault }],
  });
}

/** Campaigns as administrators create, start, stop and watch them. CampaignRunnerJob sends them. */
@Injectable()
export class CampaignsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly auditLogger: AuditLogger,
    private readonly audience: AudienceService,
    private readonly accounts: AccountsService,
    private readonly delivery: DeliveryService,
    private readonly links: SignedLinksService,
    @Inject(MAILER_CONFIG) private readonly config: CompanySettings,
  ) {}

  /** Newest first. @param page `before`: id of the last campaign of the previous page */
  async list(page: { before: number | null; limit: number }): Promise<CampaignSummary[]> {
    const found = await queryRows<SummaryRow & CampaignCounts>(
      this.dataSource,
      `SELECT c.*, counts.* FROM (
         SELECT ${SUMMARY.join(', ')} FROM campaigns WHERE $1::int IS NULL OR id < $1 ORDER BY id DESC LIMIT $2) c
       CROSS JOIN LATERAL (SELECT ${COUNTS} FROM campaign_recipients r WHERE r.campaign_id = c.id) counts
       ORDER BY c.id DESC`,
      [page.before, page.limit],
    );
    return found.map(toSummary);
  }

  /** With its texts. @throws DomainError not_found `campaign_not_found` */
  async view(id: number): Promise<CampaignView> {
    return toView(await this.counted(id));
  }

  async create(actor: Actor, input: CampaignInput): Promise<CampaignView> {
    const id = await this.dataSource.transaction(async (manager) => {
      await this.checkServer(manager, input.smtp_config_id);
      const row = await queryOne<{ id: number }>(
        manager,
        `INSERT INTO campaigns (name, subject, body_html, body_text, target_audience, target_plans, custom_emails,
           smtp_config_id, emails_per_second, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
        [...valuesOf(input), actor.userId],
      );
      await this.auditLogger.record(manager, actor, 'campaign.created', row!.id, { name: input.name });
      return row!.id;
    });
    return this.view(id);
  }

  /** @throws DomainError conflict unless it is a draft, and `campaign_changed` at another version than the given one */
  async update(actor: Actor, id: number, { version, ...input }: CampaignUpdate): Promise<CampaignView> {
    await this.act(id, 'update', async (manager, campaign) => {
      if (version !== undefined && version !== campaign.version) throw campaignChanged();
      await this.checkServer(manager, input.smtp_config_id);
      await manager.query(
        `UPDATE campaigns SET name = $1, subject = $2, body_html = $3, body_text = $4, target_audience = $5,
           target_plans = $6, custom_emails = $7, smtp_config_id = $8, emails_per_second = $9, version = version + 1 WHERE id = $10`,
        [...valuesOf(input), id],
      );
      await this.auditLogger.record(manager, actor, 'campaign.updated', id, { name: input.name });
    });
    return this.view(id);
  }

  async remove(actor: Actor, id: number): Promise<void> {
    await this.act(id, 'remove', async (manager, campaign) => {
      const flying = await queryOne(
        manager,
        `SELECT 1 FROM campaign_recipients WHERE campaign_id = $1 AND status = 'in_flight' LIMIT 1`,
        [id],
      );
      if (flying) throw wrongState('The last emails are still being sent. Please try again in a moment.');
      await manager.query('DELETE FROM campaigns WHERE id = $1', [id]);
      await this.auditLogger.record(manager, actor, 'campaign.deleted', id, { name: campaign.name });
    });
  }

  /**
   * Fixes the recipients and begins; a paused campaign resumes with its recipients.
   * @param seen the version that was looked at before it was sent
   * @throws DomainError conflict in any other state, and `campaign_changed` where it was edited meanwhile; invalid
   * `no_recipients`
   */
  async send(actor: Actor, id: number, { version: seen }: CampaignSend): Promise<void> {
    const campaign = await this.row(this.dataSource.manager, id);
    if (campaign.status === 'paused') return this.resume(actor, id);
    requireState(campaign.status, 'start');
    if (seen !== undefined && seen !== campaign.version) throw campaignChanged();
    checkMarkup(campaign.body_html);
    const { recipients, leftOut } = await this.audience.resolve(campaign);
    await this.act(id, 'start', async (manager, { version }) => {
      // Finding the recipients takes seconds: an edited text must not go to the recipients of the earlier one.
      if (version !== campaign.version) throw campaignChanged();
      if (recipients.length === 0) {
        throw new DomainError('invalid', 'no_recipients', 'This campaign has no recipients');
      }
      await manager.query(
        `INSERT INTO campaign_recipients (campaign_id, email, variables, user_id)
         SELECT $1, r.email, r.variables, r.user_id
         FROM jsonb_to_recordset($2::jsonb) AS r(email text, variables jsonb, user_id uuid)`,
        [id, JSON.stringify(recipients)],
      );
      await manager.query(
        `UPDATE campaigns SET status = 'sending', started_at = now(), total_recipients = $2, left_out = $3 WHERE id = $1`,
        [id, recipients.length, JSON.stringify(leftOut)],
      );
      const details = { recipients: String(recipients.length) };
      await this.auditLogger.record(manager, actor, 'campaign.started', id, details);
    });
  }

  pause(actor: Actor, id: number): Promise<void> {
    return this.setStatus(actor, id, 'pause', 'paused', 'campaign.paused');
  }

  resume(actor: Actor, id: number): Promise<void> {
    return this.setStatus(actor, id, 'resume', 'sending', 'campaign.resumed');
  }

  /** Mails with an unknown outcome are sent again: some people may receive them twice. */
  async retryUnknown(actor: Actor, id: number): Promise<number> {
    let count = 0;
    await this.act(id, 'retryUnknown', async (manager, campaign) => {
      const again = await queryRows(
        manager,
        `UPDATE campaign_recipients SET status = 'pending', attempts = 0, next_attempt_at = now(), finished_at = NULL,
           sender = NULL WHERE campaign_id = $1 AND status = 'unknown' RETURNING 1`,
        [id],
      );
      count = again.length;
      if (count > 0 && campaign.status !== 'paused') {
        await manager.query(
          `UPDATE campaigns SET status = 'sending', problem = NULL, finished_at = NULL WHERE id = $1`,
          [id],
        );
      }
      await this.auditLogger.record(manager, actor, 'campaign.unknown_retried', id, { mails: String(count) });
    });
    return count;
  }

  async stats(id: number) {
    const campaign = await this.counted(id);
    const progress = {
      sent: Number(campaign.sent),
      failed: Number(campaign.failed),
      unknown: Number(campaign.unknown),
      open: Number(campaign.open),
    };
    const reasons = await queryRows<{ reason: string; count: string }>(
      this.dataSource,
      `SELECT split_part(coalesce(reason, 'unknown'), ':', 1) AS reason, count(*) AS count FROM campaign_recipients
       WHERE campaign_id = $1 AND status IN ('failed', 'unknown') GROUP BY 1 ORDER BY 2 DESC LIMIT 50`,
      [id],
    );
    return {
      status: campaign.status,
      total_recipients: campaign.total_recipients,
      emails_sent: progress.sent,
      emails_failed: progress.failed,
      emails_unknown: progress.unknown,
      emails_pending: progress.open,
      ...progressOf(progress, campaign),
      failures_by_reason: Object.fromEntries(reasons.map((row) => [row.reason, Number(row.count)])),
      left_out: campaign.left_out,
    };
  }

  /** A single mail as a recipient would receive it, outside of every count. */
  async test(id: number, address: string): Promise<void> {
    const campaign = await this.row(this.dataSource.manager, id);
    const mail = await this.personal(campaign, address);
    const outcome = await this.delivery.send(
      {
        messageId: `<${uuidV7()}@test.palisade>`,
        to: { name: '', address },
        ...mail,
        subject: `[Test] ${mail.subject}`,
      },
      campaign.smtp_config_id,
    );
    if (outcome.kind !== 'sent') {
      throw new DomainError(
        'upstream',
        'campaign_test_failed',
        `The test email was not sent. ${outcome.reason}`,
      );
    }
  }

  async preview(id: number, address: string) {
    return this.personal(await this.row(this.dataSource.manager, id), address);
  }

  private async personal(campaign: CampaignRow, address: string) {
    const account = await this.accounts.byEmail(address);
    const [firstName = '', ...rest] = (account?.full_name ?? '').split(' ');
    checkMarkup(campaign.body_html);
    return personalise(prepareCampaign(campaign), {
      email: address,
      first_name: firstName,
      last_name: rest.join(' '),
      full_name: account?.full_name ?? '',
      ...companyVariables(this.config),
      site_url: this.links.home,
      unsubscribe_url: `${this.links.home}/unsubscribe`,
    });
  }

  private async counted(id: number): Promise<CampaignRow & CampaignCounts> {
    const row = await queryOne<CampaignRow & CampaignCounts>(
      this.dataSource,
      `SELECT c.*, ${COUNTS} FROM campaigns c LEFT JOIN campaign_recipients r ON r.campaign_id = c.id
       WHERE c.id = $1 GROUP BY c.id`,
      [id],
    );
    if (!row) throw notFound();
    return row;
  }

  private async row(manager: EntityManager, id: number): Promise<CampaignRow> {
    const row = await queryOne<CampaignRow>(manager, 'SELECT * FROM campaigns WHERE id = $1', [id]);
    if (!row) throw notFound();
    return row;
  }

  private setStatus(
    actor: Actor,
    id: number,
    action: CampaignAction,
    to: CampaignStatus,
    audited: AuditAction,
  ): Promise<void> {
    return this.act(id, action, async (manager) => {
      await manager.query(
        'UPDATE campaigns SET status = $2, problem = NULL, stalled_since = NULL WHERE id = $1',
        [id, to],
      );
      // Resets resting servers: somebody says that they work again.
      if (to === 'sending') {
        await manager.query(
          `UPDATE campaign_recipients SET next_attempt_at = now()
           WHERE campaign_id = $1 AND status = 'pending' AND server_failures > 0`,
          [id],
        );
      }
      await this.auditLogger.record(manager, actor, audited, id, {});
    });
  }

  /** Runs in an allowed state, under a lock that keeps the state. */
  private act(
    id: number,
    action: CampaignAction,
    effect: (manager: EntityManager, campaign: CampaignRow) => Promise<void>,
  ): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const row = await queryOne<CampaignRow>(manager, 'SELECT * FROM campaigns WHERE id = $1 FOR UPDATE', [
        id,
      ]);
      if (!row) throw notFound();
      requireState(row.status, action);
      await effect(manager, row);
    });
  }

  private async checkServer(manager: EntityManager, id: number | null): Promise<void> {
    if (id === null) return;
    if (
      !(await queryOne(manager, 'SELECT 1 FROM smtp_servers WHERE id = $1 AND is_active FOR KEY SHARE', [id]))
    ) {
      const detail = 'Choose an active SMTP server';
      throw new DomainError('unprocessable', 'smtp_not_active', detail, {
        fields: [{ path: 'smtp_config_id', message: detail }],
      });
    }
  }
}

const valuesOf = (input: CampaignInput): unknown[] => [
  input.name,
  input.subject,
  input.body_html,
  input.body_text,
  input.target_audience,
  input.target_plans,
  input.custom_emails,
  input.smtp_config_id,
  input.emails_per_second,
];

function toSummary(row: SummaryRow & CampaignCounts): CampaignSummary {
  return {
    id: row.id,
    name: row.name,
    subject: row.subject,
    target_audience: row.target_audience,
    target_plans: row.target_plans,
    smtp_config_id: row.smtp_config_id,
    emails_per_second: row.emails_per_second,
    status: row.status,
    version: row.version,
    problem: row.problem,
    emails_sent: Number(row.sent),
    emails_failed: Number(row.failed),
    emails_unknown: Number(row.unknown),
    total_recipients: row.total_recipients,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function toView(row: CampaignRow & CampaignCounts): CampaignView {
  const { body_html, body_text, custom_emails } = row;
  return { ...toSummary(row), body_html, body_text, custom_emails };
}
