import type { MailTemplate } from '../../templating/texts/mail-texts.ts';

/** Mails that are a step of an action elsewhere, or that reach people without a dashboard. */
const BY_MAIL_ALONE: ReadonlySet<string> = new Set<MailTemplate>([
  'account_deleted',
  'confirm_email',
  'guest_payment_received',
  'reset_password',
]);

/** Whether a mail also appears as a notification in the dashboard. */
export const isNotified = (template: MailTemplate): boolean => !BY_MAIL_ALONE.has(template);

/** Retention of notifications, read or not. */
export const RETENTION_DAYS = 90;
/** Maximum per account; the oldest are removed first. */
export const MAX_NOTIFICATIONS = 200;
