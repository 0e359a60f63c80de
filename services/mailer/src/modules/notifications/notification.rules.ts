import type { MailTemplate } from '../../templating/texts/mail-texts.ts';

/** Mails that are a step of something that is done elsewhere, or that reach who has no dashboard. */
const BY_MAIL_ALONE: ReadonlySet<string> = new Set<MailTemplate>([
  'account_deleted',
  'confirm_email',
  'guest_payment_received',
  'reset_password',
]);

/** Whether the dashboard tells what a mail tells. */
export const isNotified = (template: MailTemplate): boolean => !BY_MAIL_ALONE.has(template);

/** How long notifications are kept, read or not. */
export const RETENTION_DAYS = 90;
/** Of an account; the oldest go first. */
export const MAX_NOTIFICATIONS = 200;
