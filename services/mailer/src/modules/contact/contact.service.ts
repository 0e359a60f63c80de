import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { uuidV7 } from '@palisade/messaging';
import { DomainError, queryOne } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import { MailQueueService } from '../mails/mail-queue.service.ts';
import { MailsService } from '../mails/mails.service.ts';
import type { ContactBody } from './contact.schema.ts';

const MESSAGES_PER_HOUR = 5;

/** Messages from the contact form: stored, forwarded to support, and acknowledged. */
@Injectable()
export class ContactService {
  private readonly logger = new Logger(ContactService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly mails: MailsService,
    private readonly queue: MailQueueService,
    @Inject(MAILER_CONFIG)
    private readonly config: Pick<MailerConfig, 'PALISADE_SUPPORT_EMAIL' | 'PALISADE_COMPANY_EMAIL'>,
  ) {}

  /** A message with the honeypot field filled in is stored as spam and not forwarded; its sender is not told. */
  async receive(body: ContactBody, client: ClientInfo): Promise<void> {
    await this.limit(client);
    const id = uuidV7();
    const isSpam = Boolean(body.website);
    const mailIds = await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO contact_messages (id, name, email, subject, message, is_spam, client_address, user_agent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          id,
          body.name,
          body.email,
          body.subject,
          body.message,
          isSpam,
          client.clientAddress,
          client.userAgent,
        ],
      );
      if (isSpam) return [];
      const passedOn = await this.passOn(manager, id, body);
      const acknowledged = await queryOne(
        manager,
        `SELECT 1 FROM mails WHERE to_address = $1 AND template = 'contact_acknowledgement'
           AND created_at > now() - interval '1 day'`,
        [body.email],
      );
      // Anybody can enter any address into the form: its owner gets at most one acknowledgement a day.
      if (acknowledged) return passedOn;
      const toSender = `contact-ack-${id}`;
      await this.mails.add(manager, {
        id: toSender,
        category: 'account',
        template: 'contact_acknowledgement',
        to: body.email,
        // Without the name from the form: it could say anything, and this mail goes to the owner of the address.
        variables: { reference: id.slice(-8).toUpperCase() },
      });
      return [...passedOn, toSender];
    });
    for (const mailId of mailIds) await this.queue.wake(mailId);
  }

  /** @returns the mail to support; none if no support address is set; the message is still stored */
  private async passOn(manager: EntityManager, id: string, body: ContactBody): Promise<string[]> {
    const to = this.config.PALISADE_SUPPORT_EMAIL ?? this.config.PALISADE_COMPANY_EMAIL;
    if (to === undefined) {
      this.logger.warn({ contact_message: id }, 'contact message stored; no recipient is configured');
      return [];
    }
    const mail = `contact-${id}`;
    await this.mails.add(manager, {
      id: mail,
      category: 'account',
      template: 'contact_message',
      to,
      variables: {
        sender_name: body.name,
        sender_email: body.email,
        subject: body.subject,
        message: body.message,
      },
    });
    return [mail];
  }

  private async limit({ clientAddress }: ClientInfo): Promise<void> {
    const row = await queryOne<{ count: string }>(
      this.dataSource,
      `SELECT count(*) AS count FROM contact_messages
       WHERE client_address = $1 AND created_at > now() - interval '1 hour'`,
      [clientAddress],
    );
    if (Number(row?.count) >= MESSAGES_PER_HOUR) {
      throw new DomainError('too_many', 'too_many_messages', 'Too many messages. Please try again later.', {
        retryAfter: 3_600,
      });
    }
  }
}
