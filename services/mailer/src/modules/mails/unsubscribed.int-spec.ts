import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { billingEventsV1, domainEventsV1, mailEventsV1, type RequestedMail } from '@palisade/contracts';
import { type OutgoingEvent, uuidV7 } from '@palisade/messaging';
import type { UserId } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { MAIL_TEXTS, type MailTemplate } from '../../templating/texts/mail-texts.ts';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';
import { newAdmin } from '../../test/harness.ts';
import type { TestUser } from '../../test/neighbours.ts';
import type { MailCategory } from './mail.rules.ts';

const { MailCategory: Category } = mailEventsV1;
const { PlanChangeReason: Reason } = billingEventsV1;
const since = timestampFromDate(new Date());

/** Mails that other services request by name, with their category. */
const CATEGORIES: Readonly<Record<RequestedMail, mailEventsV1.MailCategory>> = {
  confirm_email: Category.ACCOUNT,
  reset_password: Category.ACCOUNT,
  password_changed: Category.ACCOUNT,
  email_changed: Category.ACCOUNT,
  mfa_enabled: Category.ACCOUNT,
  mfa_disabled: Category.ACCOUNT,
  backup_code_used: Category.ACCOUNT,
  new_device: Category.ACCOUNT,
  session_stolen: Category.ACCOUNT,
  api_key_created: Category.ACCOUNT,
  api_key_revoked: Category.ACCOUNT,
  logs_exported: Category.ACCOUNT,
  log_stream_changed: Category.ACCOUNT,
  support_view_asked: Category.ACCOUNT,
  support_view_opened: Category.ACCOUNT,
  account_deleted: Category.ACCOUNT,
  plan_expiring: Category.BILLING,
  bandwidth_warning: Category.BILLING,
};

/** Mails caused by events. */
function facts(user: TestUser): OutgoingEvent[] {
  const plan = (reason: billingEventsV1.PlanChangeReason): OutgoingEvent => ({
    type: 'billing.user_plan_changed.v1',
    key: user.id,
    payload: { userId: user.id, planSlug: 'free', previousPlanSlug: 'business', reason },
  });
  const owned = { ownerId: user.id, domainName: 'a.example' };
  const domain = { domainId: uuidV7(), ...owned };
  const site = { siteId: uuidV7(), alertId: uuidV7(), since, ...owned };
  const key = user.id;
  return [
    { type: 'auth.user_email_confirmed.v1', key, payload: { userId: user.id, email: user.email } },
    { type: 'billing.order_paid.v1', key, payload: { userId: user.id, amountCents: 1n, currency: 'USD' } },
    // Paid without an account, under the same address.
    { type: 'billing.order_paid.v1', key, payload: { email: user.email, amountCents: 1n, currency: 'USD' } },
    {
      type: 'billing.order_refunded.v1',
      key,
      payload: { userId: user.id, amountCents: 1n, currency: 'USD' },
    },
    plan(Reason.TRIAL_STARTED),
    plan(Reason.CANCELLED),
    plan(Reason.EXPIRED),
    plan(Reason.ADMIN),
    { type: 'domains.domain_added.v1', key, payload: domain },
    { type: 'domains.domain_verified.v1', key, payload: domain },
    { type: 'domains.traffic_lost.v1', key, payload: { ...domain, host: 'a.example', since } },
    { type: 'domains.traffic_returned.v1', key, payload: { ...domain, host: 'a.example', since } },
    ...Object.values(domainEventsV1.OwnershipNotice)
      .filter((notice): notice is domainEventsV1.OwnershipNotice => typeof notice === 'number' && notice > 0)
      .map(
        (notice): OutgoingEvent => ({
          type: 'domains.ownership_noticed.v1',
          key,
          payload: { ...domain, notice, until: since, otherName: 'b.a.example' },
        }),
      ),
    ...[1, 2, 3].map(
      (outcome): OutgoingEvent => ({
        type: 'domains.rollout_decided.v1',
        key,
        payload: { ...domain, rolloutId: uuidV7(), outcome, reason: 'It blocked visitors.' },
      }),
    ),
    { type: 'domains.certificate_expiring.v1', key, payload: { ...domain, expiresAt: since } },
    {
      type: 'domains.origin_certificate_expiring.v1',
      key,
      payload: { ...domain, expiresAt: since },
    },
    {
      type: 'domains.revocation_list_due.v1',
      key,
      payload: { ...domain, issuer: 'Devices', nextUpdate: since },
    },
    { type: 'domains.certificate_failed.v1', key, payload: { ...domain, problem: 'CAA' } },
    {
      type: 'domains.list_failing.v1',
      key,
      payload: { ownerId: user.id, listId: uuidV7(), name: 'exits', problem: 'timeout', since },
    },
    { type: 'logs.attack_detected.v1', key, payload: { ...site, until: since, blockedRequests: 1n } },
    { type: 'logs.origin_down.v1', key, payload: { ...site, failedRequests: 1n } },
    { type: 'logs.origin_up.v1', key, payload: { ...site, until: since } },
    {
      type: 'logs.visitor_reported.v1',
      key,
      payload: { ...owned, siteId: uuidV7(), reportId: uuidV7(), openReports: 1 },
    },
    {
      type: 'logs.export_finished.v1',
      key,
      payload: { exportId: uuidV7(), userId: user.id, rows: 1n, bytes: 1n, isWhole: true, expiresAt: since },
    },
    {
      type: 'logs.export_finished.v1',
      key,
      payload: { exportId: uuidV7(), userId: user.id, bytes: 1n, expiresAt: since, isAccountData: true },
    },
    {
      type: 'logs.status_page_suspended.v1',
      key,
      payload: { ...owned, suspensionId: uuidV7(), reason: 'It speaks for somebody else.' },
    },
    { type: 'logs.status_page_unsuspended.v1', key, payload: { ...owned, suspensionId: uuidV7() } },
    {
      type: 'logs.weekly_report.v1',
      key,
      payload: { ownerId: user.id, from: since, to: since, totalRequests: 1n },
    },
    {
      type: 'logs.monthly_report.v1',
      key,
      payload: { report: { ownerId: user.id, from: since, to: since, totalRequests: 1n } },
    },
  ];
}

/** Mails to somebody else, or only to subscribers of the list. */
const NOT_FOR_THEM: readonly MailTemplate[] = [
  'contact_message',
  'newsletter_confirm',
  'newsletter_welcome',
  'smtp_test',
];

describe('an unsubscribed address', () => {
  const admin = newAdmin();
  let harness: DeliveringHarness;

  beforeAll(async () => {
    harness = await startDelivering();
  });
  afterAll(() => harness?.stop());

  /** An alert of their own rule, with a mail channel. */
  async function ownAlert({ id }: TestUser): Promise<OutgoingEvent> {
    const owner = { ...newAdmin(), isAdmin: false, userId: id as UserId };
    const { body } = await harness.call('POST', '/alert-channels', owner, { name: 'Me', kind: 'mail' });
    const channelIds = [String((body.channel as { id: unknown }).id)];
    const alert = { alertId: uuidV7(), ruleId: uuidV7(), ownerId: id, ruleName: 'Attacks', channelIds };
    return { type: 'logs.alert_fired.v1', key: id, payload: { alert } };
  }

  it('gets every mail about its account and its own doings, no report, no newsletter and no campaign', async () => {
    const user = harness.newUser();
    Object.assign(user.notifications, { marketingEmails: true });
    const fromForm = (path: string, body: object) =>
      harness.call('POST', path, null, body, { 'x-test-address': '192.0.2.99' });
    const names = { first_name: 'A', last_name: 'B' };
    expect((await fromForm('/newsletter/subscribe', { email: user.email, ...names })).status).toBe(200);
    await eventually('the welcome', async () => expect(harness.sink.to(user.email)).toHaveLength(1));
    expect((await fromForm('/newsletter/unsubscribe', { email: user.email })).status).toBe(200);
    // Anybody may have sent the form, so it leaves an account its reports; the link in the mail proves its reader.
    const token = /unsubscribe\?\S*token=([^&\s]+)/.exec(
      harness.sink.to(user.email)[0]?.mail.text ?? '',
    )?.[1];
    const proof = { email: user.email, token: decodeURIComponent(token ?? '') };
    expect((await fromForm('/newsletter/unsubscribe', proof)).status).toBe(200);

    const asked = Object.entries(CATEGORIES).map(
      ([template, category]): OutgoingEvent => ({
        type: 'mailer.mail_requested.v1',
        key: user.id,
        payload: { mailId: uuidV7(), category, template, to: user.email, userId: user.id },
      }),
    );
    await harness.publish([...asked, ...facts(user), await ownAlert(user)]);
    await fromForm('/newsletter/subscribe', { email: user.email, ...names });
    await fromForm('/contact/', { name: 'A', email: user.email, subject: '', message: 'Hello' });
    for (const audience of ['all', 'newsletter', 'plans', 'custom']) {
      const { body } = await harness.call('POST', '/admin/campaigns/', admin, {
        name: audience,
        subject: 'A campaign',
        body_html: '<p>Hi</p>',
        target_audience: audience,
        target_plans: [],
        custom_emails: audience === 'custom' ? `${user.email}, other@example.com` : '',
        emails_per_second: 50,
      });
      await harness.call('POST', `/admin/campaigns/${body.id}/send`, admin);
    }

    const expected = (Object.keys(MAIL_TEXTS) as MailTemplate[]).filter(
      (template) => !NOT_FOR_THEM.includes(template),
    );
    const decided = await eventually(
      'every kind is decided',
      async () => {
        const { rows } = await harness.database.query<{
          template: MailTemplate;
          category: MailCategory;
          status: string;
          reason: string | null;
        }>(
          `SELECT template, category, status, reason FROM mails
           WHERE to_address = $1 AND status <> 'queued' AND template <> 'newsletter_welcome'`,
          [user.email],
        );
        expect(new Set(rows.map((row) => row.template))).toEqual(new Set(expected));
        return rows;
      },
      40_000,
    );
    await eventually('the campaign to others', async () =>
      expect(harness.sink.recipients).toContain('other@example.com'),
    );
    const withheld = decided.filter(({ status }) => status !== 'sent');
    const report = { category: 'reports', status: 'withheld', reason: 'unsubscribed' };
    expect(withheld.toSorted((a, b) => (a.template < b.template ? -1 : 1))).toEqual([
      { template: 'monthly_report', ...report },
      { template: 'weekly_report', ...report },
    ]);
    const [, ...afterwards] = harness.sink.to(user.email);
    expect(afterwards).toHaveLength(decided.length - withheld.length);
    const subjects = afterwards.map(({ mail }) => mail.subject ?? '');
    for (const subject of subjects)
      expect(subject).not.toMatch(/A campaign|Your week|Your month|Welcome to our newsletter/);
  });
});
