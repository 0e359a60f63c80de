import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SecretBox, SecretBoxError } from '@palisade/nest-kit';
import { z } from 'zod';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import type { Attempt } from '../../queue/due-queue.ts';
import { BRAND } from '../../templating/brand.ts';
import { companyVariables } from '../../templating/company-variables.ts';
import { oneLine } from '../../templating/placeholders.ts';
import { MailRendererService } from '../../templating/renderer/mail-renderer.service.ts';
import { isMailTemplate, MAIL_TEXTS, type MailTemplate } from '../../templating/texts/mail-texts.ts';
import { DeliveryService } from '../delivery/delivery.service.ts';
import { SignedLinksService } from '../links/signed-links.service.ts';
import { InvoiceAttachmentService } from './invoice-attachment.service.ts';
import { retryPause, waitsForAttachment } from './mail.rules.ts';
import { MailPolicyService } from './mail-policy.service.ts';
import { type MailRow, MailsService } from './mails.service.ts';
import { ReportAttachmentService, type ReportName, reportOf } from './report-attachment.service.ts';

const sealedSchema = z.record(z.string(), z.string());
/** Mails whose footer offers to unsubscribe also have the machine-readable headers. */
const isLeavable = (template: MailTemplate): boolean => {
  const { footer } = MAIL_TEXTS[template];
  return footer === 'list' || footer === 'report';
};

/** Sends one single mail that is due. */
@Injectable()
export class MailSenderService {
  private readonly logger = new Logger(MailSenderService.name);

  constructor(
    private readonly mails: MailsService,
    private readonly policy: MailPolicyService,
    private readonly renderer: MailRendererService,
    private readonly delivery: DeliveryService,
    private readonly links: SignedLinksService,
    private readonly invoices: InvoiceAttachmentService,
    private readonly reports: ReportAttachmentService,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    @Inject(MAILER_CONFIG)
    private readonly config: MailerConfig,
  ) {}

  async send(id: string): Promise<Attempt> {
    const mail = await this.mails.claim(id);
    if (!mail) return { done: true };
    try {
      return await this.attempt(mail);
    } catch (error) {
      if (error instanceof SecretBoxError) return this.giveUp(mail, 'secrets_unreadable', null);
      this.logger.warn({ err: error, mail: id }, 'mail delivery attempt failed');
      return this.retryLater(mail, 'internal: see the log', null);
    }
  }

  private async attempt(mail: MailRow): Promise<Attempt> {
    if (!isMailTemplate(mail.template)) return this.giveUp(mail, `unknown_template: ${mail.template}`, null);
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
        return this.giveUp(mail, outcome.reason, outcome.serverId);
      case 'deferred':
      case 'server_failed':
      // An account mail sent twice (with the same Message-ID) does less harm than none: it is tried again.
      case 'unknown':
        return this.retryLater(mail, outcome.reason, outcome.serverId);
    }
  }

  private async compose(mail: MailRow, template: MailTemplate) {
    const sealed = mail.sealed_variables
      ? sealedSchema.parse(JSON.parse(this.secrets.open(mail.sealed_variables, `mail:${mail.id}`)))
      : {};
    const leavable = isLeavable(template);
    const { order_id: orderId } = mail.variables;
    const invoice = RECEIPTS.has(template) && orderId ? await this.invoices.of(orderId) : null;
    const report = REPORTS.has(template) ? reportOf(mail.variables) : null;
    const attachments = invoice?.attachments ?? (report ? await this.attachmentOf(report, mail) : []);
    const rendered = await this.renderer.render(template, {
      name: mail.to_name,
      ...mail.variables,
      ...sealed,
      ...(invoice && {
        invoice_number: invoice.number,
        invoice_note: 'The invoice is attached.',
      }),
      ...(report && attachments.length > 0 && { report_note: 'The report with its charts is attached.' }),
      public_url: this.config.PALISADE_PUBLIC_URL,
      ...companyVariables(this.config),
      ...(leavable && { unsubscribe_url: this.links.unsubscribePage({ email: mail.to_address }) }),
    });
    const { sender_email: replyTo, sender_name: replyName } = mail.variables;
    return {
      messageId: `<${messageName(mail.id)}@${new URL(this.config.PALISADE_PUBLIC_URL).hostname}>`,
      to: { name: oneLine(mail.to_name), address: mail.to_address },
      ...(template === 'contact_message' &&
        replyTo && { replyTo: { name: oneLine(replyName ?? ''), address: replyTo } }),
      ...rendered,
      ...(attachments.length > 0 && { attachments }),
      headers: {
        'X-Mailer': BRAND.name,
        ...(leavable && {
          'List-Unsubscribe': `<${this.links.oneClick({ email: mail.to_address })}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    };
  }

  /** A report that cannot be rendered delays its mail, but not for ever: the mail's text has the main facts. */
  private async attachmentOf(report: ReportName, { id, attempts }: MailRow) {
    try {
      return await this.reports.of(report);
    } catch (error) {
      if (waitsForAttachment(attempts)) throw error;
      this.logger.error({ err: error, mail: id }, 'report mail sent without its PDF');
      return [];
    }
  }

  private async retryLater(mail: MailRow, reason: string, serverId: number | null): Promise<Attempt> {
    const pause = retryPause(mail.attempts, this.config.PALISADE_MAIL_RETRY_DELAY_MS);
    if (pause === null) return this.giveUp(mail, reason, serverId);
    await this.mails.postpone(mail.id, pause, reason);
    return { done: false, retryAfter: pause };
  }

  private async giveUp(mail: MailRow, reason: string, serverId: number | null): Promise<Attempt> {
    this.logger.error({ mail: mail.id, template: mail.template, reason }, 'mail delivery abandoned');
    await this.mails.finish(mail.id, 'failed', reason, serverId);
    return { done: true };
  }
}

/** Mails with an attached invoice. */
const RECEIPTS: ReadonlySet<MailTemplate> = new Set(['payment_received', 'guest_payment_received']);

/** Mails with an attached report. */
const REPORTS: ReadonlySet<MailTemplate> = new Set(['weekly_report', 'monthly_report']);

/** The same for every attempt, so that the recipient's server can detect duplicates. */
const messageName = (id: string): string =>
  /^[A-Za-z0-9-]{8,64}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 32);
