import {
  MAIL_CATEGORIES,
  type MailCategory,
  reasonToWithhold,
  retryPause,
  waitsForAttachment,
} from './mail.rules.ts';

const unsubscribed = (isProven: boolean) => ({ cause: 'unsubscribed' as const, isProven });
const account = (facts: object = {}) => ({
  is_active: true,
  email_alerts: true,
  attack_notifications: true,
  weekly_reports: true,
  marketing_emails: true,
  ...facts,
});

describe('what stops a mail', () => {
  it.each<[string, MailCategory[], boolean]>([
    ['a form that anybody may have filled in', ['marketing'], false],
    ['a link that only the address’s reader has, a bounce, a complaint', ['reports', 'marketing'], true],
  ])('unsubscribing by %s', (_how, stopped, isProven) => {
    for (const category of MAIL_CATEGORIES) {
      const reason = reasonToWithhold(category, unsubscribed(isProven), account());
      expect([category, reason]).toEqual([category, stopped.includes(category) ? 'unsubscribed' : null]);
    }
  });

  it.each<[MailCategory, string]>([
    ['domains', 'email_alerts'],
    ['attacks', 'attack_notifications'],
    ['reports', 'weekly_reports'],
    ['marketing', 'marketing_emails'],
  ])('the toggle of its category alone: %s', (category, setting) => {
    for (const other of MAIL_CATEGORIES) {
      const reason = reasonToWithhold(other, null, account({ [setting]: false }));
      expect([other, reason]).toEqual([other, other === category ? `setting_off: ${setting}` : null]);
    }
  });

  it('an account that is gone or switched off, for what depends on its settings', () => {
    expect(reasonToWithhold('attacks', null, null)).toBe('no_account');
    expect(reasonToWithhold('attacks', null, account({ is_active: false }))).toBe('account_inactive');
    expect(reasonToWithhold('attacks', null, undefined)).toBeNull();
  });

  it('nothing, for mails about the account and its payments', () => {
    for (const category of ['account', 'billing'] as const) {
      expect(reasonToWithhold(category, unsubscribed(true), null)).toBeNull();
    }
  });
});

it('a mail that was refused for now is tried for about a day, and then no more', () => {
  const pauses: number[] = [];
  for (let attempts = 1; attempts < 12; attempts++) pauses.push(retryPause(attempts, 30_000) ?? 0);
  expect(pauses.slice(0, 3)).toEqual([30_000, 60_000, 120_000]);
  expect(Math.max(...pauses)).toBe(4 * 3_600_000);
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(10);
  expect(hours).toBeLessThan(30);
  expect(retryPause(12, 30_000)).toBeNull();
});

it('a mail goes without what cannot be made for it before it is given up', () => {
  const waits = (attempts: number) => waitsForAttachment(attempts) && retryPause(attempts, 30_000) !== null;
  expect(waits(1)).toBe(true);
  const goes = [...Array(12).keys()].map((index) => index + 1).find((attempts) => !waits(attempts))!;
  expect(retryPause(goes, 30_000)).not.toBeNull();
});
