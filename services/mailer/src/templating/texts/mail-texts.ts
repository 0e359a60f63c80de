import type { MailText } from '../mail-text.ts';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { BILLING_TEXTS } from './billing-texts.ts';
import { LIST_TEXTS } from './list-texts.ts';
import { OWNERSHIP_TEXTS } from './ownership-texts.ts';
import { SITE_TEXTS } from './site-texts.ts';

/** Every single mail, by the name that services request it with. */
export const MAIL_TEXTS = {
  ...ACCOUNT_TEXTS,
  ...BILLING_TEXTS,
  ...SITE_TEXTS,
  ...OWNERSHIP_TEXTS,
  ...LIST_TEXTS,
} as const satisfies Record<string, MailText>;

export type MailTemplate = keyof typeof MAIL_TEXTS;

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(MAIL_TEXTS, name);
