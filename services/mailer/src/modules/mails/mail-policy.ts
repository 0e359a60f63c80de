import { Injectable } from '@nestjs/common';
import { type AccountRow, Accounts } from '../accounts/accounts.ts';
import { Suppressions } from '../newsletter/suppressions.ts';

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

interface Rule {
  /** The toggle in the account's settings that stops it. */
  setting:
    | keyof Pick<AccountRow, 'email_alerts' | 'attack_notifications' | 'weekly_reports' | 'marketing_emails'>
    | null;
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

@Injectable()
export class MailPolicy {
  constructor(
    private readonly accounts: Accounts,
    private readonly suppressions: Suppressions,
  ) {}

  /** @returns why the mail must not go out, or null */
  async reasonToWithhold(mail: {
    category: MailCategory;
    to_address: string;
    user_id: string | null;
  }): Promise<string | null> {
    const rule: Rule = RULES[mail.category];
    if (rule.stoppedBy !== 'nothing') {
      const found = await this.suppressions.find(mail.to_address);
      if (found !== null && (found.isProven || rule.stoppedBy === 'anything')) return found.cause;
    }
    if (rule.setting !== null && mail.user_id !== null) {
      const account = await this.accounts.byId(mail.user_id);
      if (account === null) return 'no_account';
      if (!account.is_active) return 'account_inactive';
      if (!account[rule.setting]) return `setting_off: ${rule.setting}`;
    }
    return null;
  }
}
