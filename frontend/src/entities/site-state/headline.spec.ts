import type { SiteNow } from '../../shared/api/types.ts';
import { fakeDomain } from '../../testing/fake-api.ts';
import { allNeeds, headlineOf, hourText } from './headline.ts';

const castle = fakeDomain({ dns_verified: true, is_active: true, total_requests: 9 });
const mill = { ...castle, id: '0195a000-0000-7000-8000-000000000011', domain_name: 'mill.example' };
const siteNow = (over: Partial<SiteNow> = {}): SiteNow => ({
  id: castle.id,
  domain_name: castle.domain_name,
  day: { requests: 0, blocked: 0 },
  last_blocked_at: null,
  attack: null,
  origin: null,
  suspected: null,
  ...over,
});
const headline = (domains = [castle, mill], ...sites: SiteNow[]) =>
  headlineOf(
    { hour: { requests: 1, blocked: 0, failed: 0 }, sites },
    domains,
    allNeeds(domains, { sites }, 0),
  );
const attack = { since: '2026-11-25T11:02:00Z', blocked: 5400, threat_type: 'SQL Injection', networks: [] };
const down = { asked: 4, failed: 4, down_since: '2026-11-25T11:02:00Z' };

describe('the sentence that the desk begins with', () => {
  it('is an attack before all else', () => {
    const found = headline(undefined, siteNow({ attack }), siteNow({ id: mill.id, origin: down }));
    expect(found).toMatchObject({ tone: 'danger', sentence: 'castle.example is under attack.' });
  });
  it('is what visitors of one site suffer, then with what is to be done', () => {
    const found = headline([castle, { ...mill, dns: 'none' }], siteNow({ origin: down }));
    expect(found.tone).toBe('danger');
    expect(found.sentence).toMatch(
      /^castle.example has not reached its origin since .*: visitors see an error\.$/,
    );
    expect(found.need?.kind).toBe('origin');
  });
  it('counts sites where several want something', () => {
    const both = headline(undefined, siteNow({ origin: down }), siteNow({ id: mill.id, origin: down }));
    expect(both).toEqual({ tone: 'danger', sentence: '2 sites are down for their visitors.' });
    const waiting = headline([
      { ...castle, dns: 'none' },
      { ...mill, mode: 'Off' },
    ]);
    expect(waiting).toEqual({ tone: 'warn', sentence: '2 sites need your attention.' });
  });
  it('is what all sites want together, once no single one wants anything', () => {
    const quota = {
      kind: 'quota',
      tone: 'warn',
      text: 'have sent all',
      action: { label: 'Go', to: '/' },
    } as const;
    const needs = [{ ...quota, domain: null }];
    const headlineWith = (others: ReturnType<typeof allNeeds>) =>
      headlineOf(
        { hour: { requests: 1, blocked: 0, failed: 0 }, sites: [] },
        [castle, mill],
        [...others, ...needs],
      ).sentence;
    expect(headlineWith([])).toBe('Your sites have sent all.');
    expect(headlineWith(allNeeds([{ ...castle, mode: 'Off' }], undefined, 0))).toMatch(
      /^castle\.example has its rules/,
    );
  });
  it('is that all is well, or that nobody has come yet', () => {
    expect(headline()).toEqual({ tone: 'ok', sentence: 'Everything works on your 2 sites.' });
    expect(headline([{ ...castle, total_requests: 0 }]).tone).toBe('info');
  });
});

describe('the last hour in words', () => {
  const text = (requests: number, usual: number | null, failed = 0) =>
    hourText({
      hour: { requests, blocked: 3, failed },
      usual: usual === null ? null : { requests: usual, blocked: 0 },
    });
  it('is compared with what is usual, where that is known', () => {
    expect(text(150, 100)).toBe(
      '150 requests in the last hour, 50% more than usual at this time; 3 blocked.',
    );
    expect(text(100, 100)).toBe('100 requests in the last hour, as usual; 3 blocked.');
    expect(text(1, null)).toBe('1 request in the last hour; 3 blocked.');
    expect(text(42, null, 39)).toBe(
      '42 requests in the last hour; 3 blocked, 39 not answered by the origin.',
    );
  });
});
