import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type OutgoingEvent, uuidV7 } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';
import type { TestUser } from '../../test/neighbours.ts';

const at = (text: string) => timestampFromDate(new Date(text));
const since = at('2026-03-01T10:00:00Z');
const until = at('2026-03-01T10:04:00Z');

// Events of months ago are refused.
const now = new Date();
const threeHoursAgo = new Date(now.getTime() - 3 * 60 * 60 * 1000);

type Setting = keyof TestUser['notifications'];

interface Kind {
  setting: Setting;
  event: (user: TestUser) => OutgoingEvent;
  subject: string;
  says: readonly string[];
}

const aboutSite = (user: TestUser) => ({ siteId: uuidV7(), ownerId: user.id, domainName: 'shop.example' });
const aboutDomain = (user: TestUser) => ({
  domainId: uuidV7(),
  ownerId: user.id,
  domainName: 'shop.example',
});

const KINDS: Readonly<Record<string, Kind>> = {
  attack_alert: {
    setting: 'attackNotifications',
    event: (user) => ({
      type: 'logs.attack_detected.v1',
      key: user.id,
      payload: {
        ...aboutSite(user),
        alertId: uuidV7(),
        since,
        until,
        blockedRequests: 1234n,
        topThreat: 'SQL Injection',
        topAddresses: ['198.51.100.7', '198.51.100.8'],
      },
    }),
    subject: 'Attack on shop.example',
    says: [
      'blocked requests: 1,234',
      'within: 4 minutes',
      'SQL Injection',
      '198.51.100.7, 198.51.100.8',
      '10:00 UTC',
    ],
  },
  visitor_reported: {
    setting: 'attackNotifications',
    event: (user) => ({
      type: 'logs.visitor_reported.v1',
      key: user.id,
      payload: { ...aboutSite(user), reportId: uuidV7(), openReports: 3 },
    }),
    subject: 'A visitor was blocked by shop.example and reported it',
    says: ['Open reports: 3', '/dashboard/reports'],
  },
  domain_unreachable: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'logs.origin_down.v1',
      key: user.id,
      payload: { ...aboutSite(user), alertId: uuidV7(), since, failedRequests: 17n },
    }),
    subject: 'shop.example: your server is not responding',
    says: ['1 March 2026', 'Failed requests: 17'],
  },
  domain_reachable: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'logs.origin_up.v1',
      key: user.id,
      payload: { ...aboutSite(user), alertId: uuidV7(), since, until },
    }),
    subject: 'shop.example: your server is responding again',
    says: ['Downtime: 4 minutes'],
  },
  traffic_lost: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.traffic_lost.v1',
      key: user.id,
      id: uuidV7(),
      payload: { ...aboutDomain(user), host: 'www.shop.example', found: '203.0.113.9', since },
    }),
    subject: 'www.shop.example no longer points to us',
    says: ['Points to: 203.0.113.9'],
  },
  traffic_returned: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.traffic_returned.v1',
      key: user.id,
      id: uuidV7(),
      occurredAt: now,
      payload: { ...aboutDomain(user), host: 'www.shop.example', since: timestampFromDate(threeHoursAgo) },
    }),
    subject: 'www.shop.example points to us again',
    says: ['It pointed elsewhere for: 3 hours'],
  },
  rollout_taken_back: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.rollout_decided.v1',
      key: user.id,
      payload: {
        ...aboutDomain(user),
        rolloutId: uuidV7(),
        outcome: 2,
        reason: 'It blocked 6 of 50 visitors.',
      },
    }),
    subject: 'shop.example: a policy change was rolled back',
    says: ['Why: It blocked 6 of 50 visitors.'],
  },
  rollout_promoted: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.rollout_decided.v1',
      key: user.id,
      payload: { ...aboutDomain(user), rolloutId: uuidV7(), outcome: 1, reason: 'Nothing spoke against it.' },
    }),
    subject: 'shop.example: your new policy applies to everybody',
    says: ['Why: Nothing spoke against it.'],
  },
  rules_held: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.rollout_decided.v1',
      key: user.id,
      payload: {
        ...aboutDomain(user),
        rolloutId: uuidV7(),
        outcome: 3,
        reason: 'It would have blocked 6 of 400.',
      },
    }),
    subject: 'shop.example: a new rule release is on hold for your site',
    says: ['Why: It would have blocked 6 of 400.'],
  },
  certificate_failed: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.certificate_failed.v1',
      key: user.id,
      id: uuidV7(),
      payload: { ...aboutDomain(user), problem: 'The CAA record forbids it.', expiresAt: at('2026-04-02') },
    }),
    subject: 'shop.example: we could not get a certificate',
    says: ['Problem: The CAA record forbids it.', '2 April 2026'],
  },
  list_failing: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.list_failing.v1',
      key: user.id,
      id: uuidV7(),
      payload: {
        listId: uuidV7(),
        ownerId: user.id,
        name: 'tor_exits',
        problem: 'refused',
        status: 404,
        since: at('2026-03-30'),
      },
    }),
    subject: 'Your list tor_exits could not be fetched for two days',
    says: ['Error: refused (HTTP 404)', '30 March 2026'],
  },
  certificate_expiring: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.certificate_expiring.v1',
      key: user.id,
      id: uuidV7(),
      payload: { ...aboutDomain(user), expiresAt: at('2026-04-02') },
    }),
    subject: 'shop.example: your certificate expires on 2 April 2026',
    says: ['Expires on: 2 April 2026'],
  },
  origin_certificate_expiring: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.origin_certificate_expiring.v1',
      key: user.id,
      id: uuidV7(),
      payload: { ...aboutDomain(user), expiresAt: at('2026-04-02') },
    }),
    subject: 'shop.example: the certificate for your server expires on 2 April 2026',
    says: ['Expires on: 2 April 2026'],
  },
  revocation_list_due: {
    setting: 'emailAlerts',
    event: (user) => ({
      type: 'domains.revocation_list_due.v1',
      key: user.id,
      id: uuidV7(),
      payload: { ...aboutDomain(user), issuer: 'Devices', nextUpdate: at('2026-04-02'), isOver: true },
    }),
    subject: 'shop.example: a revocation list was to be replaced on 2 April 2026',
    says: ['Authority: Devices'],
  },
  weekly_report: {
    setting: 'weeklyReports',
    event: (user) => ({
      type: 'logs.weekly_report.v1',
      key: user.id,
      payload: {
        ownerId: user.id,
        from: at('2026-03-02'),
        to: at('2026-03-09'),
        totalRequests: 12_000n,
        blockedRequests: 600n,
        previousTotalRequests: 10_000n,
        previousBlockedRequests: 800n,
        responseBytes: 3_400_000_000n,
        topThreat: 'XSS Attack',
        sites: [{ domainName: 'shop.example', totalRequests: 12_000n, blockedRequests: 600n }],
        sentence: 'Traffic rose by 20 % to 12,000 requests, and blocked requests fell by 25 % to 600.',
      },
    }),
    subject: 'Your week: 12,000 requests, 600 blocked',
    says: [
      'Traffic rose by 20 % to 12,000 requests, and blocked requests fell by 25 % to 600.',
      '2 March 2026 to 8 March 2026',
      'requests +20 %: 12,000',
      'blocked −25 %: 600',
      '3.4 GB',
      'XSS Attack',
      'shop.example: 12,000 requests, 600 blocked',
    ],
  },
  monthly_report: {
    setting: 'weeklyReports',
    event: (user) => ({
      type: 'logs.monthly_report.v1',
      key: user.id,
      payload: {
        report: {
          ownerId: user.id,
          from: at('2026-03-01'),
          to: at('2026-04-01'),
          totalRequests: 12_000n,
          siteId: uuidV7(),
          siteName: 'shop.example',
          sentence: 'There was no traffic.',
          brandName: 'Example Agency',
        },
      },
    }),
    subject: 'Your month: 12,000 requests, 0 blocked',
    says: ['shop.example from 1 March 2026 to 31 March 2026', 'Report for: Example Agency'],
  },
};

describe('mails about sites', () => {
  let harness: DeliveringHarness;

  beforeAll(async () => {
    harness = await startDelivering();
  });
  afterAll(() => harness?.stop());

  const statusOf = async (user: TestUser): Promise<string[]> => {
    const { rows } = await harness.database.query(
      'SELECT status, reason FROM mails WHERE user_id = $1 ORDER BY created_at',
      [user.id],
    );
    return rows.map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
  };

  it.each(Object.keys(KINDS))('%s: one mail per fact, and none where its setting is off', async (name) => {
    const { event, setting, subject, says } = KINDS[name]!;
    const reader = harness.newUser();
    const other = harness.newUser();
    other.notifications[setting] = false;
    const fact = event(reader);
    // A producer that republishes after a crash uses a new envelope; other repeats have the same one.
    await harness.publish([fact]);
    await harness.publish([fact, event(other)]);
    await eventually('both decided', async () => {
      expect(await statusOf(reader)).toEqual(['sent']);
      expect(await statusOf(other)).toEqual([expect.stringMatching(/^withheld setting_off/)]);
    });
    const [taken, ...more] = harness.sink.to(reader.email);
    expect(more).toEqual([]);
    expect(taken?.mail.subject).toBe(subject);
    for (const words of says) expect(taken?.mail.text).toContain(words);
    expect(taken?.mail.html).toContain('/dashboard/settings');
    expect(taken?.mail.html).not.toMatch(/\{\{/);
    expect(harness.sink.to(other.email)).toEqual([]);
    const leaves = taken?.mail.headers.some(({ key }) => key === 'list-unsubscribe');
    expect(leaves).toBe(name === 'weekly_report' || name === 'monthly_report');
  });

  it('a report brings its PDF where it is wanted', async () => {
    const reader = harness.newUser();
    const siteId = uuidV7();
    const report = (more: object) => ({
      type: 'logs.weekly_report.v1' as const,
      key: reader.id,
      payload: {
        ownerId: reader.id,
        from: at('2026-03-02'),
        to: at('2026-03-09'),
        totalRequests: 1n,
        ...more,
      },
    });
    harness.neighbours.reports.set([reader.id, 'week', '2026-03-02', siteId].join(), {
      fileName: 'report-week-2026-03-02.pdf',
      pdf: Buffer.from('%PDF-1.3 a report'),
    });
    await harness.publish([report({}), report({ siteId, siteName: 'shop.example', withPdf: true })]);
    await eventually('both mails', async () => expect(harness.sink.to(reader.email)).toHaveLength(2));
    const files = harness.sink
      .to(reader.email)
      .flatMap(({ mail }) => mail.attachments.map(({ filename, mimeType }) => `${filename} ${mimeType}`));
    expect(files).toEqual(['report-week-2026-03-02.pdf application/pdf']);
  });

  it('writes to nobody whose account is gone', async () => {
    const [gone, last] = [harness.newUser(), harness.newUser()];
    harness.neighbours.users.delete(gone.id);
    const { event } = KINDS.attack_alert!;
    await harness.publish([event(gone), event(last)]);
    await eventually('the last mail', async () => expect(await statusOf(last)).toEqual(['sent']));
    expect(harness.sink.to(gone.email)).toEqual([]);
  });
});
