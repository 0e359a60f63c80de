import { namesIn } from '../../templating/placeholders.ts';
import { MAIL_TEXTS, type MailTemplate } from '../../templating/texts/mail-texts.ts';
import { isNotified } from './notification.rules.ts';

const templates = Object.keys(MAIL_TEXTS) as MailTemplate[];

describe('what the dashboard tells', () => {
  it('is what owners are written about, but for steps of what is done by mail', () => {
    expect(templates.filter((template) => !isNotified(template))).toEqual([
      'confirm_email',
      'reset_password',
      'account_deleted',
      'guest_payment_received',
    ]);
  });

  it('has no link in it, which could be a secret', () => {
    const shown = templates.filter(isNotified).flatMap((template) => {
      const { subject, preview } = MAIL_TEXTS[template];
      return namesIn(`${subject} ${preview}`);
    });
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((name) => /link|url|token|code/.test(name))).toEqual([]);
  });
});
