import { backoff } from '@palisade/basics';
import type { AccountRow } from '../accounts/accounts.service.ts';
import type { Suppression } from '../suppressions/suppressions.service.ts';

/** Category of a mail; the names of the contract's MailCategory. */
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
  /** The account setting that stops it. */
  setting: SettingColumn | null;
  /**
   * Whether unsubscribing, a bounce or a complaint stops it: `proven` only where it certainly came from the address's
   * reader (or its mail server), since anybody can fill in the public form.
   */
  stoppedBy: 'nothing' | 'proven' | 'anything';
}

/**
 * Account and billing mails are always sent. Alerts are service mails: the account's settings stop them, unsubscribing
 * from the newsletter does not (the unsubscribe page says so). `list` is the mailing list's own mails about a
 * subscription, each in response to somebody's action.
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

/** What is looked up before a mail of this category is sent. */
export const lookupsFor = (category: MailCategory): { suppression: boolean; account: boolean } => {
  const rule: Rule = RULES[category];
  return { suppression: rule.stoppedBy !== 'nothing', account: rule.setting !== null };
};

/**
 * @param suppression of its address, if there is one
 * @param account that the mail belongs to; `undefined` for a mail without one, `null` where it no longer exists
 * @returns why the mail must not be sent, or null
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

/** Greylisting lasts minutes, an outage hours: with doubling delays from 30 s these last about a day. */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 4 * 3_600_000;

/**
 * @param attempts number of attempts so far
 * @param retryDelayMs before the first retry; doubled with each further one
 * @returns milliseconds until the next attempt; null: there is none
 */
export const retryPause = (attempts: number, retryDelayMs: number): number | null =>
  attempts >= MAX_ATTEMPTS ? null : backoff(attempts, retryDelayMs, MAX_PAUSE_MS);

/** About four hours, in which the service that makes attachments may be unavailable. */
const ATTEMPTS_FOR_ATTACHMENT = 10;

/** Whether a mail waits for an attachment that cannot be made; its text has the main facts. */
export const waitsForAttachment = (attempts: number): boolean => attempts < ATTEMPTS_FOR_ATTACHMENT;
