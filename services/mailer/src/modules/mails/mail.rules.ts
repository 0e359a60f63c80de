import { backoff } from '@palisade/basics';
import type { AccountRow } from '../accounts/accounts.service.ts';
import type { Suppression } from '../suppressions/suppressions.service.ts';

/** What a mail is about; the names of the contract's MailCategory. */
export const MAIL_CATEGORIES = [
  'account',
  'billing',
  'domains',
  'attacks',
  'reports',
  'marketing',
  'list',
] as const;
export type MailCategory = (typeof MAIL_CATEGORIES)[number];

type SettingColumn = 'email_alerts' | 'attack_notifications' | 'weekly_reports' | 'marketing_emails';

interface Rule {
  /** The toggle in the account's settings that stops it. */
  setting: SettingColumn | null;
  /**
   * Whether unsubscribing, a bounce or a complaint stops it: `proven` only where it is certain that the address's reader
   * (or its mail server) said so, since anybody can fill in the public form.
   */
  stoppedBy: 'nothing' | 'proven' | 'anything';
}

/**
 * Account and billing mails always go out. Alerts are service mails: the account's toggles stop them, unsubscribing from
 * the newsletter does not (the unsubscribe page says so). `list` is what the mailing list itself writes about a
 * subscription, in answer to what somebody did.
 */
const RULES = {
  account: { setting: null, stoppedBy: 'nothing' },
  billing: { setting: null, stoppedBy: 'nothing' },
  domains: { setting: 'email_alerts', stoppedBy: 'nothing' },
  attacks: { setting: 'attack_notifications', stoppedBy: 'nothing' },
  reports: { setting: 'weekly_reports', stoppedBy: 'proven' },
  marketing: { setting: 'marketing_emails', stoppedBy: 'anything' },
  list: { setting: null, stoppedBy: 'nothing' },
} as const satisfies Record<MailCategory, Rule>;

/** What is looked up before a mail of this category goes out. */
export const lookupsFor = (category: MailCategory): { suppression: boolean; account: boolean } => {
  const rule: Rule = RULES[category];
  return { suppression: rule.stoppedBy !== 'nothing', account: rule.setting !== null };
};

/**
 * @param suppression of its address, if there is one
 * @param account whose mail it is; `undefined` for a mail of nobody's account, `null` where it is gone
 * @returns why the mail must not go out, or null
 */
export function reasonToWithhold(
  category: MailCategory,
  suppression: Suppression | null,
  account: Pick<AccountRow, 'is_active' | SettingColumn> | null | undefined,
): string | null {
  const rule: Rule = RULES[category];
  const stops =
    rule.stoppedBy === 'anything' || (rule.stoppedBy === 'proven' && suppression?.isProven === true);
  if (suppression !== null && stops) return suppression.cause;
  if (rule.setting === null || account === undefined) return null;
  if (account === null) return 'no_account';
  if (!account.is_active) return 'account_inactive';
  return account[rule.setting] ? null : `setting_off: ${rule.setting}`;
}

/** Greylisting lasts minutes, an outage hours: with doubling pauses from 30 s these last for about a day. */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 4 * 3_600_000;

/**
 * @param attempts that were made
 * @param retryDelayMs before the first retry; doubled with each further one
 * @returns milliseconds until the next attempt; null: there is none
 */
export const retryPause = (attempts: number, retryDelayMs: number): number | null =>
  attempts >= MAX_ATTEMPTS ? null : backoff(attempts, retryDelayMs, MAX_PAUSE_MS);

/** Some four hours, in which whoever makes attachments may be away. */
const ATTEMPTS_FOR_ATTACHMENT = 10;

/** Whether a mail waits for an attachment that cannot be made; its words tell the most of it. */
export const waitsForAttachment = (attempts: number): boolean => attempts < ATTEMPTS_FOR_ATTACHMENT;
