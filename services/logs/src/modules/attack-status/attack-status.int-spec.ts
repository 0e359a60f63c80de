import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@palisade/basics';
import type { UserId } from '@palisade/nest-kit';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, type RecordFields, record, utf8 } from '../../test/records.ts';
import { AttackStatusService } from './attack-status.service.ts';

const SQL_INJECTION_RULE = 1001;
const XSS_RULE = 2001;

describe('what an owner should know now', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  /** In the middle of a minute, so that anything a minute old falls into another one. */
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 30_000;
  let segments = 0;

  beforeAll(async () => {
    harness = await startHarness({ PALISADE_LOGS_ALERT_INTERVAL_MS: '600000' });
  });
  afterAll(() => harness?.dispose());

  const newOwner = (...names: string[]) => {
    const id = randomUUID() as UserId;
    const sites = names.map((name) => ({ id: randomUUID(), name }));
    harness.domainsOf.set(id, sites);
    return { id, sites: sites.map((site) => site.id) };
  };
  const times = <T>(count: number, make: (n: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const at = (siteId: string, ageMs: number, over: RecordFields = {}): RecordFields => ({
    siteId,
    receivedAtMs: BigInt(now - ageMs),
    ...over,
  });
  async function store(records: ReturnType<typeof record>[]): Promise<void> {
    const segmentId = `segment-${segments++}`;
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, records.length);
  }
  const ask = (owner: { id: UserId }, domain: string | null = null) =>
    harness.app.get(AttackStatusService).of(owner.id, domain, now);

  it('counts the last hour beside what is usual at this time, and each site’s day', async () => {
    const owner = newOwner('calm.example', 'unused.example');
    const [site = ''] = owner.sites;
    await store([
      ...times(3, () => record(at(site, 2 * MINUTE_MS))),
      attack(SQL_INJECTION_RULE, at(site, 5 * MINUTE_MS)),
      ...times(6, () => record(at(site, 5 * HOUR_MS))),
      // Outside of the last 24 hours.
      ...times(9, () => record(at(site, DAY_MS + 5 * HOUR_MS))),
    ]);
    const { hour, usual, minutes, sites } = await ask(owner);
    expect(hour).toEqual({ requests: 4, blocked: 1, failed: 0 });
    // Its traffic reaches back to yesterday, without any at this time of day.
    expect(usual).toEqual({ requests: 0, blocked: 0 });
    expect(minutes).toHaveLength(60);
    expect(minutes.at(-3)).toMatchObject({ requests: 3, blocked: 0 });
    expect(sites).toMatchObject([
      {
        id: site,
        domain_name: 'calm.example',
        day: { requests: 10, blocked: 1 },
        attack: null,
        origin: { asked: 3, failed: 0, down_since: null },
        suspected: null,
      },
    ]);
    expect(Date.parse(sites[0]?.last_blocked_at ?? '')).toBe(
      Math.floor((now - 5 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS,
    );
  });

  it('tells of an attack since when it goes on, and from where', async () => {
    const owner = newOwner('attacked.example', 'other.example');
    const [site = '', other = ''] = owner.sites;
    const from = (n: number) => ({ clientAddress: n % 10 === 0 ? '203.0.113.9' : `198.51.100.${n % 200}` });
    await store([
      ...times(200, (n) => attack(SQL_INJECTION_RULE, at(site, (n % 4) * MINUTE_MS, from(n)))),
      // Long before, and no part of it.
      attack(XSS_RULE, at(site, 3 * HOUR_MS)),
      ...times(50, () => attack(XSS_RULE, at(other, 1 * MINUTE_MS))),
    ]);
    const { sites } = await ask(owner);
    expect(sites.map(({ attack: ongoing }) => ongoing !== null)).toEqual([true, false]);
    expect(sites[0]?.attack).toEqual({
      since: new Date(now - 30_000 - 3 * MINUTE_MS).toISOString(),
      blocked: 200,
      threat_type: 'SQL Injection',
      networks: [
        { network: '198.51.100.0/24', asn_name: null, percentage: 90 },
        { network: '203.0.113.0/24', asn_name: null, percentage: 10 },
      ],
    });
  });

  it('says since when an origin answers nobody, and that one does again', async () => {
    const owner = newOwner('down.example', 'shaky.example');
    const [down = '', shaky = ''] = owner.sites;
    const failed = { status: 502, originStatus: 0, reason: 'origin:refused' };
    await store([
      record(at(down, 12 * MINUTE_MS)),
      ...times(4, (n) => record(at(down, (3 + n) * MINUTE_MS, failed))),
      record(at(shaky, 2 * MINUTE_MS, failed)),
      record(at(shaky, 1 * MINUTE_MS)),
    ]);
    const { hour, minutes, sites } = await ask(owner);
    expect(hour).toEqual({ requests: 7, blocked: 0, failed: 5 });
    expect(minutes.at(-3)).toMatchObject({ requests: 1, failed: 1 });
    expect(minutes.at(-2)).toMatchObject({ requests: 1, failed: 0 });
    expect(sites.map(({ origin }) => origin)).toEqual([
      { asked: 2, failed: 2, down_since: new Date(now - 30_000 - 6 * MINUTE_MS).toISOString() },
      { asked: 2, failed: 1, down_since: null },
    ]);
  });

  it('suspects a false positive where somebody who uses the site is refused at one place', async () => {
    const owner = newOwner('blog.example');
    const [site = ''] = owner.sites;
    const author = { clientAddress: '192.0.2.55' };
    const save = { ...author, target: utf8('/editor/save?draft=1') };
    await store([
      ...times(20, (n) => record(at(site, n * MINUTE_MS, author))),
      ...times(3, (n) => attack(XSS_RULE, at(site, n * MINUTE_MS, save))),
      ...times(5, (n) =>
        attack(SQL_INJECTION_RULE, at(site, n * MINUTE_MS, { clientAddress: '203.0.113.1' })),
      ),
    ]);
    const { sites } = await ask(owner, 'blog.example');
    expect(sites[0]?.suspected).toEqual({
      path: '/editor/save',
      threat_type: 'XSS Attack',
      requests: 3,
      addresses: 1,
    });
  });

  it('shows nobody what is another’s', async () => {
    const owner = newOwner('mine.example');
    const stranger = newOwner('theirs.example');
    await store([record(at(owner.sites[0] ?? '', 0))]);
    expect((await ask(stranger)).sites).toEqual([]);
    await expect(ask(stranger, 'mine.example')).rejects.toMatchObject({ code: 'domain_not_found' });
  });
});
