import { createHash, timingSafeEqual } from 'node:crypto';
import { Body, Controller, HttpCode, Inject, Logger, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { mailEventsV1 } from '@palisade/contracts';
import { OutboxWriter } from '@palisade/messaging';
import { DomainError, Public, queryRows, Refuses } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { AccountsService } from '../accounts/accounts.service.ts';
import { SignedLinksService } from '../links/signed-links.service.ts';
import { SuppressionsService } from '../suppressions/suppressions.service.ts';
import { type Bounce, readBounces } from './bounce-report.ts';

const reportSchema = z
  .object({
    /** PALISADE_BOUNCE_KEY. */
    key: z.string().max(1_000),
    /** The returned mail, unchanged. */
    message: z.string().max(1_000_000),
    /** The address that it was returned to (the envelope's recipient), where the mail itself may not name it. */
    recipient: z.string().max(320).default(''),
  })
  .meta({ id: 'BounceReport' });
type BounceReport = z.infer<typeof reportSchema>;

const recordedSchema = z.object({ recorded: z.int() }).meta({ id: 'BouncesRecorded' });

const { MailBounceKind } = mailEventsV1;
const KINDS: Readonly<Record<Bounce['kind'], mailEventsV1.MailBounceKind>> = {
  hard: MailBounceKind.HARD,
  soft: MailBounceKind.SOFT,
  complaint: MailBounceKind.COMPLAINT,
};

/** The mail server of the return path submits returned mails here. */
@ApiTags('newsletter')
@Controller('newsletter/bounces')
@Public()
export class BouncesController {
  private readonly logger = new Logger(BouncesController.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly suppressions: SuppressionsService,
    private readonly accounts: AccountsService,
    private readonly outbox: OutboxWriter,
    private readonly links: SignedLinksService,
    @Inject(MAILER_CONFIG) private readonly config: Pick<MailerConfig, 'PALISADE_BOUNCE_KEY'>,
  ) {}

  /**
   * Applied to the recipient whose signed return path the mail was returned to. A report without one changes nothing:
   * anybody can send a report about anybody to an address for bounces.
   */
  @Post()
  @Refuses('forbidden')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: recordedSchema })
  async reportBounce(@Body({ schema: reportSchema }) body: BounceReport) {
    const { PALISADE_BOUNCE_KEY: key } = this.config;
    if (key === undefined || !isSame(key, body.key)) {
      throw new DomainError('forbidden', 'bounce_key_wrong', 'Not allowed');
    }
    const recipientId = this.links.recipientOf(`${body.recipient}\n${body.message}`);
    const sent = recipientId === null ? null : await this.sentTo(recipientId);
    if (sent === null) {
      this.logger.warn('bounce does not match any sent mail');
      return { recorded: 0 };
    }
    const { email, campaign_id: campaignId } = sent;
    const bounces = oneOfEach(await readBounces(body.message));
    await this.dataSource.transaction(async (manager) => {
      for (const { kind, diagnostic } of bounces) {
        await manager.query(
          'INSERT INTO bounces (email, kind, diagnostic, campaign_id) VALUES ($1, $2, $3, $4)',
          [email, kind, diagnostic, campaignId],
        );
        await this.announce(manager, email, kind, diagnostic);
        if (kind === 'hard')
          await this.suppressions.add(manager, email, { cause: 'bounced', isProven: true });
        if (kind === 'complaint')
          await this.suppressions.add(manager, email, { cause: 'complained', isProven: true });
      }
    });
    return { recorded: bounces.length };
  }

  private async sentTo(recipientId: string): Promise<{ email: string; campaign_id: number } | null> {
    const [row] = await queryRows<{ email: string; campaign_id: number }>(
      this.dataSource,
      `SELECT lower(email) AS email, campaign_id FROM campaign_recipients WHERE id = $1::bigint`,
      [recipientId],
    );
    return row ?? null;
  }

  private async announce(
    manager: EntityManager,
    email: string,
    kind: Bounce['kind'],
    reason: string,
  ): Promise<void> {
    const account = await this.accounts.byEmail(email, manager);
    await this.outbox.add(manager, 'mailer.mail_bounced.v1', email, {
      address: email,
      kind: KINDS[kind],
      reason,
      userId: account?.user_id ?? '',
    });
  }
}

/** A mail has one recipient: several blocks about it are one bounce. */
const oneOfEach = (bounces: readonly Bounce[]): Bounce[] => [
  ...new Map(bounces.toReversed().map((bounce) => [bounce.kind, bounce])).values(),
];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
