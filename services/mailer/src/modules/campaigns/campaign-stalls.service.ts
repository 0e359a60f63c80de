import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { queryOne } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { ServerSelectionService } from '../smtp/server-selection.service.ts';
import type { CampaignRow } from './campaign-row.types.ts';

type Watched = Pick<CampaignRow, 'id' | 'smtp_config_id' | 'stalled_since'>;

/**
 * Handles campaigns whose mails no server accepts: they wait for a resting server, and pause with the reason when that
 * takes too long or there is none. A chosen server is never replaced by another: it was chosen for its sender or its
 * name, and mails sent under another one cannot be recalled.
 */
@Injectable()
export class CampaignStallsService {
  private readonly logger = new Logger(CampaignStallsService.name);
  /** Campaigns that were waiting at the last check. */
  private readonly waiting = new Set<number>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly choice: ServerSelectionService,
    @Inject(MAILER_CONFIG) private readonly config: Pick<MailerConfig, 'PALISADE_CAMPAIGN_STALL_MS'>,
  ) {}

  /** What the eligible, working servers could take now. */
  capacity(campaign: Watched): Promise<{ servers: number; perSecond: number }> {
    return this.choice.capacity(campaign.smtp_config_id);
  }

  /** Called every time the campaign is processed. */
  async canSend(campaign: Watched): Promise<boolean> {
    const state = await this.choice.state(campaign.smtp_config_id);
    if (campaign.stalled_since === null) this.waiting.delete(campaign.id);
    else this.waiting.add(campaign.id);
    if (state === 'none') await this.pause(campaign, noServer(campaign));
    else if (state === 'resting' || campaign.stalled_since !== null) await this.wait(campaign);
    return state === 'ready';
  }

  /** A mail was accepted, or rejected on the recipient's side. */
  async goesOn(campaign: Pick<Watched, 'id'>): Promise<void> {
    if (!this.waiting.delete(campaign.id)) return;
    await this.dataSource.query('UPDATE campaigns SET stalled_since = NULL WHERE id = $1', [campaign.id]);
  }

  private async wait(campaign: Watched): Promise<void> {
    const row = await queryOne<{ waited_ms: number }>(
      this.dataSource,
      `UPDATE campaigns SET stalled_since = coalesce(stalled_since, now()) WHERE id = $1 AND status = 'sending'
       RETURNING (extract(epoch FROM now() - stalled_since) * 1000)::float AS waited_ms`,
      [campaign.id],
    );
    if (row === null || row.waited_ms < this.config.PALISADE_CAMPAIGN_STALL_MS) return;
    const said = await this.choice.lastError(campaign.smtp_config_id);
    const which =
      campaign.smtp_config_id === null ? 'No SMTP server takes' : 'The chosen SMTP server takes no';
    await this.pause(campaign, `${which} mails. ${said}`.trim());
  }

  private async pause(campaign: Watched, problem: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE campaigns SET status = 'paused', problem = $2, stalled_since = NULL WHERE id = $1 AND status = 'sending'`,
      [campaign.id, problem],
    );
    this.logger.warn({ campaign: campaign.id, problem }, 'campaign paused automatically');
  }
}

const noServer = ({ smtp_config_id: chosen }: Watched): string =>
  chosen === null
    ? 'There is no active SMTP server.'
    : 'The chosen SMTP server is switched off. Switch it on, or change it to one that works.';
