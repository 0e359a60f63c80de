import type { Domain, SiteNow } from '../../shared/api/types.ts';
import { fakeDomain } from '../../testing/fake-api.ts';
import { needsOf, quotaNeed } from './needs.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const DAY = 86_400_000;
const served = { dns_verified: true, is_active: true, dns: 'all' } as const;
const quiet: SiteNow = {
  id: fakeDomain().id,
  domain_name: 'castle.example',
  day: { requests: 10, blocked: 0 },
  last_blocked_at: null,
  attack: null,
  origin: { asked: 50, failed: 0, down_since: null },
  suspected: null,
};
const needs = (domain: Partial<Domain>, now: Partial<SiteNow> = {}) =>
  needsOf(fakeDomain({ ...served, ...domain }), { ...quiet, ...now }, NOW);
const kinds = (...given: Parameters<typeof needs>) => needs(...given).map(({ kind }) => kind);
const certificate = (status: NonNullable<Domain['certificate']>['status'], days: number | null) => ({
  certificate: { status, not_after: days === null ? null : new Date(NOW + days * DAY).toISOString() },
});

describe('what a site wants of its owner', () => {
  it('is nothing where all is well, and where nothing is known of its traffic', () => {
    expect(needs({})).toEqual([]);
    expect(needsOf(fakeDomain(served), undefined, NOW)).toEqual([]);
  });
  it('is its proof alone while that is missing, and its pause while it is paused', () => {
    expect(kinds({ dns_verified: false, dns: 'none', mode: 'Off' })).toEqual(['unverified']);
    expect(kinds({ paused: true, is_active: false, mode: 'Off' })).toEqual(['paused']);
  });
  it('is an origin that answers nobody, before all else', () => {
    const down = { asked: 4, failed: 4, down_since: '2026-11-25T11:02:00Z' };
    expect(needs({ mode: 'Off' }, { origin: down })).toMatchObject([
      { kind: 'origin', tone: 'danger', action: { to: '/dashboard/domains/castle.example/origin' } },
      { kind: 'rules-off', tone: 'warn' },
    ]);
  });
  it('is an origin that fails a fifth of the time, if it was asked often enough to say so', () => {
    expect(kinds({}, { origin: { asked: 10, failed: 2, down_since: null } })).toEqual(['origin']);
    expect(kinds({}, { origin: { asked: 11, failed: 2, down_since: null } })).toEqual([]);
    expect(kinds({}, { origin: { asked: 9, failed: 8, down_since: null } })).toEqual([]);
  });
  it.each([
    ['expired', -1, 'danger'],
    ['revoked', 30, 'danger'],
    ['failed', null, 'warn'],
    ['renewing', 6, 'warn'],
  ] as const)('is a certificate that is %s (ends in %s days): %s', (status, days, tone) => {
    expect(needs(certificate(status, days))).toMatchObject([{ kind: 'certificate', tone }]);
  });
  it.each([
    ['active', 30],
    ['renewing', 8],
    ['pending', null],
  ] as const)('is not a certificate that is %s (ends in %s days)', (status, days) => {
    expect(needs(certificate(status, days))).toEqual([]);
  });
  it('is DNS that leads elsewhere', () => {
    expect(kinds({ dns: 'none' })).toEqual(['dns']);
    expect(kinds({ dns: 'some' })).toEqual(['dns']);
    expect(kinds({ dns: null })).toEqual([]);
  });
  it('leads a new site to where it is to be pointed, and checks the DNS of others', () => {
    expect(needs({ dns: 'none', total_requests: 0 })[0]?.action.label).toBe('Show where to point it');
    expect(needs({ dns: 'none', total_requests: 9 })[0]?.action.label).toBe('Check DNS');
  });
  it('is a suspected false positive, which leads to those requests in the log', () => {
    const suspected = { path: '/save', threat_type: 'XSS Attack', requests: 3, addresses: 1 };
    const [need] = needs({}, { suspected });
    expect(need?.text).toBe('may be blocking a visitor by mistake at /save (3 requests, XSS Attack)');
    expect(need?.action.to).toBe('/dashboard/logs?domain=castle.example&status=blocked&path=%2Fsave');
  });
});

describe('what all sites together want', () => {
  const GB = 1e9;
  it.each([
    [79, 100],
    [500, null],
    [0, 0],
  ])('is nothing at %s GB of %s', (used, included) => {
    expect(quotaNeed({ used_bytes: used * GB, included_bytes: included && included * GB })).toBeNull();
  });
  it.each([
    [80, 'have sent 80 GB of the 100 GB that the plan includes this month'],
    [120, 'have sent 120 GB this month, more than the 100 GB of the plan; nothing is cut'],
  ])('is a larger plan at %s GB of 100', (used, text) => {
    expect(quotaNeed({ used_bytes: used * GB, included_bytes: 100 * GB })).toMatchObject({
      kind: 'quota',
      tone: 'warn',
      text,
      action: { to: '/pricing' },
    });
  });
});
