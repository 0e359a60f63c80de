import { notificationLink } from './notification-link.ts';

describe('a notification leads to', () => {
  it.each([
    [
      'attacks',
      'attack_alert',
      'a.example',
      '/dashboard/logs?status=blocked&domain=a.example&from=2026-03-10T10%3A50%3A00.000Z&to=2026-03-10T11%3A50%3A00.000Z',
    ],
    ['account', 'export_finished', null, '/dashboard/logs?exports=open'],
    ['attacks', 'visitor_reported', 'a.example', '/dashboard/reports?domain=a.example'],
    ['domains', 'certificate_failed', 'a.example', '/dashboard/domains/a.example/certificates'],
    ['domains', 'domain_unreachable', 'a.example', '/dashboard/domains/a.example/origin'],
    ['domains', 'rollout_taken_back', 'a.example', '/dashboard/domains/a.example/history'],
    ['domains', 'traffic_lost', null, '/dashboard/domains'],
    ['account', 'ownership_contested', 'a.example', '/dashboard/domains'],
    ['account', 'password_changed', null, '/dashboard/settings?tab=security'],
    ['billing', 'payment_received', null, '/dashboard/settings?tab=billing'],
    ['reports', 'weekly_report', null, '/dashboard/analytics'],
  ] as const)('of %s (%s)', (category, kind, domain, link) => {
    expect(notificationLink({ at: '2026-03-10T11:00:00.000Z', category, kind, domain })).toBe(link);
  });
});
