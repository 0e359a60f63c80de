import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@palisade/basics';
import { uuidV7 } from '@palisade/messaging';
import { clientNetwork, DomainError, queryOne, queryRows } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import type { MailTemplate } from '../../templating/texts/mail-texts.ts';
import { SignedLinksService } from '../links/signed-links.service.ts';
import { MailQueueService } from '../mails/mail-queue.service.ts';
import type { MailCategory } from '../mails/mails.service.ts';
import { MailsService } from '../mails/mails.service.ts';
import { SuppressionsService } from '../suppressions/suppressions.service.ts';
import type { SubscribeBody, UnsubscribeBody } from './newsletter.schema.ts';

const RESUBSCRIBE_LINK_DAYS = 30;
/** Requests without a token from a mail, per hour and IPv4 address or IPv6 /64. */
const MAX_UNPROVEN_PER_HOUR = 10;

/** Subscriptions to the newsletter, and their end. */
@Injectable()
export class SubscribersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly suppressions: SuppressionsService,
    private readonly mails: MailsService,
    private readonly queue: MailQueueService,
    private readonly links: SignedLinksService,
    @Inject(MAILER_CONFIG) private readonly config: Pick<MailerConfig, 'PALISADE_NEWSLETTER_DOUBLE_OPT_IN'>,
  ) {}

  async count(): Promise<number> {
    const row = await queryOne<{ count: string }>(
      this.dataSource,
      'SELECT count(*) AS count FROM subscribers WHERE is_subscribed',
    );
    return Number(row?.count ?? 0);
  }

  /**
   * An address that had unsubscribed is asked by mail first, and with double opt-in every address is: anybody can fill
   * in a form, only its reader can follow the link. One that bounced or complained is left alone, with the same
   * response.
   * @throws DomainError invalid `already_subscribed`
   */
  async subscribe(body: SubscribeBody): Promise<void> {
    const cause = (await this.suppressions.find(body.email))?.cause ?? null;
    const mailId = await this.dataSource.transaction(async (manager) => {
      const isReturning = cause === 'unsubscribed';
      if (isReturning || (cause === null && this.config.PALISADE_NEWSLETTER_DOUBLE_OPT_IN)) {
        return this.askFirst(manager, body, isReturning ? 'newsletter_confirm_return' : 'newsletter_confirm');
      }
      const added = await queryRows(
        manager,
        `INSERT INTO subscribers (email, first_name, last_name, source) VALUES ($1, $2, $3, 'form')
         ON CONFLICT (email) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
           is_subscribed = true, unsubscribed_at = NULL WHERE NOT subscribers.is_subscribed RETURNING 1`,
        [body.email, body.first_name, body.last_name],
      );
      if (added.length === 0) {
        throw alreadySubscribed();
      }
      return cause === null ? this.mail(manager, 'newsletter_welcome', body.email) : null;
    });
    if (mailId) await this.queue.wake(mailId);
  }

  /**
   * A token from one of our mails proves who asks. Without one, the address is still removed at once, and gets a
   * notice with a link to undo it, in case it was somebody else.
   */
  async unsubscribe(body: UnsubscribeBody, client: ClientInfo): Promise<void> {
    const claims = body.token ? this.links.read(body.token, 'unsubscribe') : null;
    const isProven = claims?.email === body.email;
    if (!isProven) await this.limitUnproven(client);
    const mailId = await this.dataSource.transaction(async (manager) => {
      const wasNew = await this.recordUnsubscription(manager, body.email, {
        reason: body.reason || 'none',
        via: isProven ? 'link' : 'form',
        campaignId: claims?.campaignId ?? null,
        client,
      });
      return wasNew && !isProven ? this.notice(manager, body.email) : null;
    });
    if (mailId) await this.queue.wake(mailId);
  }

  /** RFC 8058. @throws DomainError invalid `link_invalid` */
  async oneClick(token: string, client: ClientInfo): Promise<void> {
    const claims = this.links.read(token, 'unsubscribe');
    if (!claims) throw new DomainError('invalid', 'link_invalid', 'This link is not valid');
    const campaignId = claims.campaignId ?? null;
    await this.dataSource.transaction((manager) =>
      this.recordUnsubscription(manager, claims.email, {
        reason: 'none',
        via: 'one_click',
        campaignId,
        client,
      }),
    );
  }

  /** @throws DomainError invalid `link_invalid` */
  async resubscribe(token: string): Promise<void> {
    const claims = this.links.read(token, 'resubscribe');
    if (!claims) throw new DomainError('invalid', 'link_invalid', 'This link is no longer valid');
    await this.dataSource.transaction(async (manager) => {
      await this.suppressions.lift(manager, claims.email);
      await manager.query(
        `UPDATE subscribers SET is_subscribed = true, unsubscribed_at = NULL WHERE email = $1`,
        [claims.email],
      );
    });
  }

  private async recordUnsubscription(
    manager: EntityManager,
    email: string,
    facts: { reason: string; via: string; campaignId: number | null; client: ClientInfo },
  ): Promise<boolean> {
    const before = await queryOne(manager, 'SELECT 1 FROM suppressions WHERE email = $1', [email]);
    await this.suppressions.add(manager, email, { cause: 'unsubscribed', isProven: facts.via !== 'form' });
    await manager.query(
      `UPDATE subscribers SET is_subscribed = false, unsubscribed_at = now() WHERE email = $1 AND is_subscribed`,
      [email],
    );
    await manager.query(
      `INSERT INTO unsubscriptions (email, reason, via, campaign_id, user_agent, client_address, client_network)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        email,
        facts.reason,
        facts.via,
        facts.campaignId,
        facts.client.userAgent,
        facts.client.clientAddress,
        clientNetwork(facts.client.clientAddress),
      ],
    );
    return before === null;
  }

  private async limitUnproven(client: ClientInfo): Promise<void> {
    const row = await queryOne<{ count: string }>(
      this.dataSource,
      `SELECT count(*) AS count FROM unsubscriptions
       WHERE via = 'form' AND client_network = $1 AND created_at > now() - interval '1 hour'`,
      [clientNetwork(client.clientAddress)],
    );
    if (Number(row?.count) >= MAX_UNPROVEN_PER_HOUR) {
      throw new DomainError('too_many', 'too_many_requests', 'Too many requests. Please try again later.', {
        retryAfter: 3_600,
      });
    }
  }

  /** Stored at once, on the list only after the confirmation. */
  private async askFirst(
    manager: EntityManager,
    body: SubscribeBody,
    template: MailTemplate,
  ): Promise<string | null> {
    const known = await queryOne(manager, 'SELECT 1 FROM subscribers WHERE email = $1 AND is_subscribed', [
      body.email,
    ]);
    if (known) {
      throw alreadySubscribed();
    }
    await manager.query(
      `INSERT INTO subscribers (email, first_name, last_name, source, is_subscribed, unsubscribed_at)
       VALUES ($1, $2, $3, 'form', false, now()) ON CONFLICT (email) DO UPDATE
       SET first_name = excluded.first_name, last_name = excluded.last_name`,
      [body.email, body.first_name, body.last_name],
    );
    return this.onceADay(manager, template, body.email);
  }

  private notice(manager: EntityManager, email: string): Promise<string | null> {
    return this.onceADay(manager, 'unsubscribe_notice', email);
  }

  /** Bounds how often anybody can make us write to a stranger. */
  private async onceADay(
    manager: EntityManager,
    template: MailTemplate,
    email: string,
  ): Promise<string | null> {
    const recent = await queryOne(
      manager,
      `SELECT 1 FROM mails WHERE to_address = $1 AND template = $2 AND created_at > now() - interval '1 day'`,
      [email, template],
    );
    if (recent) return null;
    const link = this.links.resubscribe(email, new Date(Date.now() + RESUBSCRIBE_LINK_DAYS * DAY_MS));
    return this.mail(manager, template, email, { link });
  }

  /** Without a name: anybody may have entered it into the form, and a name can be an advertisement. */
  private async mail(
    manager: EntityManager,
    template: MailTemplate,
    to: string,
    variables: Record<string, string> = {},
  ): Promise<string> {
    const id = uuidV7();
    const category: MailCategory = 'list';
    await this.mails.add(manager, { id, category, template, to, variables });
    return id;
  }
}

const alreadySubscribed = (): DomainError => {
  const detail = 'This email is already subscribed!';
  return new DomainError('invalid', 'already_subscribed', detail, {
    fields: [{ path: 'email', message: detail }],
  });
};
