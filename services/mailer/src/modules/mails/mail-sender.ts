import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SecretBox, SecretBoxError } from '@palisade/nest-kit';
import { z } from 'zod';
import { BRAND } from '../../brand.ts';
import { CONFIG, type MailerConfig } from '../../config.ts';
import { Delivery } from '../delivery/delivery.ts';
import { SignedLinks } from '../links/signed-links.ts';
import { isMailTemplate, MAIL_TEXTS, type MailTemplate } from '../templating/mail-texts.ts';
import { oneLine } from '../templating/placeholders.ts';
import { MailRenderer } from '../templating/renderer.ts';
import { InvoiceAttachment } from './invoice-attachment.ts';
import { MailPolicy } from './mail-policy.ts';
import { type MailRow, Mails } from './mails.ts';

/** Greylisting lasts minutes, an outage hours: with doubling pauses from 30 s these last for about a day. */
const MAX_ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 4 * 3_600_000;

const sealedSchema = z.record(z.string(), z.string());
/** Mails whose footer offers to unsubscribe carry the machine-readable way as well. */
const isLeavable = (template: MailTemplate): boolean => {
  const { footer } = MAIL_TEXTS[template];
  return footer === 'list' || footer === 'report';
};

export type Attempt = { done: true } | { done: false; retryAfter: number };

/** Sends one single mail that its time has come for. */
@Injectable()
export class MailSender {
  private readonly logger = new Logger('MailSender');

  constructor(
    private readonly mails: Mails,
    private readonly policy: MailPolicy,
    private readonly renderer: MailRenderer,
    private readonly delivery: Delivery,
    private readonly links: SignedLinks,
    private readonly invoices: InvoiceAttachment,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    @Inject(CONFIG)
    private readonly config: Pick<MailerConfig, 'PALISADE_PUBLIC_URL' | 'PALISADE_MAIL_RETRY_DELAY'>,
  ) {}

  async send(id: string): Promise<Attempt> {
    const mail = await this.mails.claim(id);
    if (!mail) return { done: true };
    try {
      return await this.attempt(mail);
    } catch (error) {
      if (error instanceof SecretBoxError) return this.bury(mail, 'secrets_unreadable', null);
      this.logger.warn({ err: error, mail: id }, 'a mail could not be tried');
      return this.again(mail, 'internal: see the log', null);
    }
  }

  private async attempt(mail: MailRow): Promise<Attempt> {
    if (!isMailTemplate(mail.template)) return this.bury(mail, `unknown_template: ${mail.template}`, null);
    const withheld = await this.policy.reasonToWithhold(mail);
    if (withheld !== null) {
      await this.mails.finish(mail.id, 'withheld', withheld, null);
      return { done: true };
    }
    const outcome = await this.delivery.send(await this.compose(mail, mail.template));
    switch (outcome.kind) {
      case 'sent':
        await this.mails.finish(mail.id, 'sent', null, outcome.serverId);
        return { done: true };
      case 'refused':
        return this.bury(mail, outcome.reason, outcome.serverId);
      case 'deferred':
      case 'server_failed':
      // An account's mail twice (with the same Message-ID) does less harm than none: it is tried again.
      case 'unknown':
        return this.again(mail, outcome.reason, outcome.serverId);
    }
  }

  private async compose(mail: MailRow, template: MailTemplate) {
    const sealed = mail.sealed_variables
      ? sealedSchema.parse(JSON.parse(this.secrets.open(mail.sealed_variables, `mail:${mail.id}`)))
      : {};
    const leavable = isLeavable(template);
    const { order_id: orderId } = mail.variables;
    const invoice = template === 'payment_received' && orderId ? await this.invoices.of(orderId) : null;
    const rendered = await this.renderer.render(template, {
      name: mail.to_name,
      ...mail.variables,
      ...sealed,
      ...(invoice && {
        invoice_number: invoice.number,
        invoice_note: 'The invoice comes with this mail.',
      }),
      public_url: this.config.PALISADE_PUBLIC_URL,
      ...(leavable && { unsubscribe_url: this.links.unsubscribePage({ email: mail.to_address }) }),
    });
    const { sender_email: replyTo, sender_name: replyName } = mail.variables;
    return {
      messageId: `<${messageName(mail.id)}@${new URL(this.config.PALISADE_PUBLIC_URL).hostname}>`,
      to: { name: oneLine(mail.to_name), address: mail.to_address },
      ...(template === 'contact_message' &&
        replyTo && { replyTo: { name: oneLine(replyName ?? ''), address: replyTo } }),
      ...rendered,
      ...(invoice && { attachments: invoice.attachments }),
      headers: {
        'X-Mailer': BRAND.name,
        ...(leavable && {
          'List-Unsubscribe': `<${this.links.oneClick({ email: mail.to_address })}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    };
  }

  private async again(mail: MailRow, reason: string, serverId: number | null): Promise<Attempt> {
    if (mail.attempts >= MAX_ATTEMPTS) return this.bury(mail, reason, serverId);
    const pause = Math.min(
      this.config.PALISADE_MAIL_RETRY_DELAY * 2 ** (mail.attempts - 1),
      LONGEST_PAUSE_MS,
    );
    await this.mails.postpone(mail.id, pause, reason);
    return { done: false, retryAfter: pause };
  }

  private async bury(mail: MailRow, reason: string, serverId: number | null): Promise<Attempt> {
    this.logger.error({ mail: mail.id, template: mail.template, reason }, 'a mail is given up');
    await this.mails.finish(mail.id, 'failed', reason, serverId);
    return { done: true };
  }
}

/** The same for every attempt, so that a recipient's server can tell a repeat. */
const messageName = (id: string): string =>
  /^[A-Za-z0-9-]{8,64}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 32);
