import type { EventProducer } from './events.ts';

interface MailRequestRule {
  /** Services that may request it from the mailer. */
  from: readonly EventProducer[];
  /**
   * `named`: the address in the request, for auth alone: it is who says which address an account has, and writes to the
   * former one too. `account`: the one that auth knows the request's user by, whatever the request says.
   */
  recipient: 'named' | 'account';
}

const FROM_AUTH: MailRequestRule = { from: ['auth'], recipient: 'named' };
const FROM_BILLING: MailRequestRule = { from: ['billing'], recipient: 'account' };

/**
 * The mails that services may ask for by `mailer.mail_requested.v1`. All others follow from other events, and the mailer alone
 * decides on them: a request for one is refused.
 */
export const REQUESTED_MAILS = {
  confirm_email: FROM_AUTH,
  reset_password: FROM_AUTH,
  password_changed: FROM_AUTH,
  email_changed: FROM_AUTH,
  mfa_enabled: FROM_AUTH,
  mfa_disabled: FROM_AUTH,
  backup_code_used: FROM_AUTH,
  new_device: FROM_AUTH,
  session_stolen: FROM_AUTH,
  api_key_created: FROM_AUTH,
  api_key_revoked: FROM_AUTH,
  logs_exported: FROM_AUTH,
  log_stream_changed: FROM_AUTH,
  support_view_asked: FROM_AUTH,
  support_view_opened: FROM_AUTH,
  account_deleted: FROM_AUTH,
  plan_expiring: FROM_BILLING,
  bandwidth_warning: FROM_BILLING,
} as const satisfies Record<string, MailRequestRule>;

export type RequestedMail = keyof typeof REQUESTED_MAILS;

/** @returns null where this service has no business with that mail */
export function mailRequestRule(producer: string, template: string): MailRequestRule | null {
  if (!Object.hasOwn(REQUESTED_MAILS, template)) return null;
  const rule: MailRequestRule = REQUESTED_MAILS[template as RequestedMail];
  return (rule.from as readonly string[]).includes(producer) ? rule : null;
}
