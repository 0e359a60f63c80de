import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { eventually } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record, utf8 } from '../../test/records.ts';

const alice = { id: randomUUID(), site: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };

describe('analytics and export', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const now = Date.now();
  const at = (hoursAgo: number) => ({ siteId: alice.site, receivedAtMs: BigInt(now - hoursAgo * HOUR_MS) });
  const records = [
    record({ ...at(1), country: 'DE', durationUs: 4_000, clientAddress: '192.0.2.1' }),
    record({
      ...at(1),
      country: 'DE',
      durationUs: 90_000,
      clientAddress: '192.0.2.1',
      target: utf8('/a?x=1'),
    }),
    record({
      ...at(2),
      country: 'US',
      durationUs: 700_000,
      clientAddress: '192.0.2.2',
      target: utf8('/a?x=2'),
    }),
    attack(1001, {
      ...at(2),
      country: 'US',
      clientAddress: '192.0.2.3',
      userAgent: utf8("=cmd|'/c calc'!A0"),
      target: utf8('/"q"'),
    }),
    attack(2001, { ...at(3), country: 'CN', clientAddress: '192.0.2.3', target: utf8('/a') }),
    record({ ...at(26), country: 'FR', clientAddress: '192.0.2.4' }),
    record({ ...at(24 * 20), country: 'BR', clientAddress: '192.0.2.5' }),
    record({ siteId: bob.site, country: 'JP', clientAddress: '203.0.113.9' }),
  ];

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [{ id: alice.site, name: 'alice.example' }]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    await harness.publish(logBatch(records, { segmentId: 'one' }));
    await harness.stored('node-1', 'one', records.length);
  });
  afterAll(() => harness.dispose());

  it('adds a day up', async () => {
    const { status, body } = await harness.get(alice.id, '/dashboard/analytics?range=24h');
    expect(status).toBe(200);
    expect(body.totals).toEqual({
      requests: 5,
      blocked: 2,
      allowed: 3,
      block_rate: 40,
      response_bytes: 20_000,
    });
    expect(body.series).toHaveLength(24);
    const sum = (body.series as { requests: number }[]).reduce((total, { requests }) => total + requests, 0);
    expect(sum).toBe(5);
    expect(body.countries).toEqual([
      { country: 'DE', percentage: 40, requests: 2, blocked: 0 },
      { country: 'US', percentage: 40, requests: 2, blocked: 1 },
      { country: 'CN', percentage: 20, requests: 1, blocked: 1 },
    ]);
    expect(body.threat_types).toEqual([
      { threat_type: 'SQL Injection', percentage: 50, count: 1 },
      { threat_type: 'XSS Attack', percentage: 50, count: 1 },
    ]);
    expect(body.paths).toEqual([
      { path: '/a', requests: 3, blocked: 1 },
      { path: '/"q"', requests: 1, blocked: 1 },
      { path: '/search', requests: 1, blocked: 0 },
    ]);
    expect(body.addresses.slice(0, 2)).toEqual([
      { address: '192.0.2.1', requests: 2, blocked: 0 },
      { address: '192.0.2.3', requests: 2, blocked: 2 },
    ]);
    expect(body.status_classes).toEqual([
      { status_class: '2xx', requests: 3, blocked: 0 },
      { status_class: '4xx', requests: 2, blocked: 2 },
    ]);
    expect(body.latency).toEqual({ p50: 75, p90: 850, p99: 985 });
  });

  it.each([
    ['7d', 7, 6],
    ['30d', 30, 7],
    ['90d', 90, 7],
  ])('reaches back %s', async (range, points, requests) => {
    const { body } = await harness.get(alice.id, `/dashboard/analytics?range=${range}&domain=alice.example`);
    expect({ points: body.series.length, requests: body.totals.requests }).toEqual({ points, requests });
  });

  const iso = (ms: number) => new Date(ms).toISOString();
  const hour = (hoursAgo: number) => now - (now % HOUR_MS) - hoursAgo * HOUR_MS;

  it('tells a time range by the hour, and what was before it', async () => {
    const query = `from=${iso(hour(3))}&to=${iso(hour(1) + 1)}`;
    const { status, body } = await harness.get(alice.id, `/dashboard/analytics?${query}`);
    expect(status).toBe(200);
    expect({ range: body.range, step: body.step, from: body.from, to: body.to }).toEqual({
      range: null,
      step: 'hour',
      from: iso(hour(3)),
      to: iso(hour(0)),
    });
    expect(body.series.map(({ requests }: { requests: number }) => requests)).toEqual([1, 2, 2]);
    expect(body.totals).toMatchObject({ requests: 5, blocked: 2 });
    expect(body.paths[0]).toEqual({ path: '/a', requests: 3, blocked: 1 });
    expect(body.before).toEqual({ requests: 0, blocked: 0, response_bytes: 0 });
    const later = `from=${iso(hour(2))}&to=${iso(hour(1))}`;
    const next = await harness.get(alice.id, `/dashboard/analytics?${later}`);
    expect(next.body.before).toMatchObject({ requests: 1, blocked: 1 });
    expect(next.body.addresses).toHaveLength(2);
  });

  it('tells a longer range by the day, and compares with nothing that it does not have', async () => {
    const query = `from=${iso(now - 21 * 24 * HOUR_MS)}&to=${iso(now)}`;
    const { body } = await harness.get(alice.id, `/dashboard/analytics?${query}`);
    expect({ step: body.step, points: body.series.length, before: body.before }).toEqual({
      step: 'day',
      points: 22,
      before: null,
    });
    expect(body.totals.requests).toBe(7);
  });

  it.each([
    `from=${iso(now)}`,
    `to=${iso(now)}`,
    `from=${iso(now)}&to=${iso(now - HOUR_MS)}`,
    `from=${iso(now - 91 * 24 * HOUR_MS)}&to=${iso(now)}`,
    'from=yesterday&to=today',
  ])('refuses a range that is none, or too long: %s', async (query) => {
    const { status, body } = await harness.get(alice.id, `/dashboard/analytics?${query}`);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' });
  });

  it('tells whose logs were exported, by whom and from where, before the first line', async () => {
    const answers: unknown[] = [];
    await harness.bus.subscribe({
      group: 'auth',
      registrations: {
        'logs.exported.v1': { mode: 'single', handle: async ({ payload }) => void answers.push(payload) },
      },
    });
    const response = await harness.fetchAs(alice.id, '/dashboard/logs/export?days=1');
    await response.text();
    await eventually('the event', async () =>
      expect(answers).toMatchObject([
        { userId: alice.id, domainName: '', clientAddress: '192.0.2.1', userAgent: 'node', byApiKey: false },
      ]),
    );
  });

  it('exports what was asked for, newest first, and nothing that a spreadsheet would run', async () => {
    const response = await harness.fetchAs(alice.id, '/dashboard/logs/export?days=30');
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^"timestamp","request_id","domain_name","status"/);
    const exported = lines.slice(1);
    expect(exported).toHaveLength(7);
    expect(exported.map((line) => line.slice(1, 25))).toEqual(
      exported
        .map((line) => line.slice(1, 25))
        .toSorted()
        .reverse(),
    );
    const hostile = exported.find((line) => line.includes('192.0.2.3') && line.includes('SQL Injection'));
    expect(hostile).toContain("\"'=cmd|'/c calc'!A0\"");
    expect(hostile).toContain('"/""q"""');
    const timeRange = `from=${iso(now - 3 * HOUR_MS)}&to=${iso(now - 2 * HOUR_MS)}`;
    const part = await (await harness.fetchAs(alice.id, `/dashboard/logs/export?${timeRange}`)).text();
    expect(part.trimEnd().split('\r\n').slice(1)).toEqual([exported.find((line) => line.includes('XSS'))]);
    const blocked = await (
      await harness.fetchAs(alice.id, '/dashboard/logs/export?status_filter=blocked')
    ).text();
    expect(blocked.trimEnd().split('\r\n')).toHaveLength(3);
  });

  it('exports more than a page without losing or repeating a row, also within one millisecond', async () => {
    const site = randomUUID();
    harness.domainsOf.set(bob.id, [...harness.domainsOf.get(bob.id)!, { id: site, name: 'many.example' }]);
    const many = Array.from({ length: 2500 }, (_, i) =>
      record({ siteId: site, receivedAtMs: BigInt(now - 1000 + (i % 3)) }),
    );
    await harness.publish(logBatch(many, { segmentId: 'many' }));
    await harness.stored('node-1', 'many', many.length);
    const text = await (await harness.fetchAs(bob.id, `/dashboard/logs/export?domain=${site}`)).text();
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split('","')[1]);
    expect(ids.toSorted()).toEqual(many.map(({ requestId }) => requestId).toSorted());
  });

  it('exports for everybody while one account has all that it may have, and takes a place back from who leaves', async () => {
    const site = randomUUID();
    harness.domainsOf.set(bob.id, [...harness.domainsOf.get(bob.id)!, { id: site, name: 'slow.example' }]);
    // More than socket buffers hold, so that an unread export blocks.
    const long = 'x'.repeat(4_000);
    for (let batch = 0; batch < 15; batch++) {
      const many = Array.from({ length: 200 }, () =>
        record({ siteId: site, receivedAtMs: BigInt(now - 1_000), userAgent: utf8(long) }),
      );
      await harness.publish(logBatch(many, { segmentId: `slow-${batch}` }));
      await harness.stored('node-1', `slow-${batch}`, many.length);
    }
    const leave = new AbortController();
    const begin = () =>
      harness.fetchAs(bob.id, `/dashboard/logs/export?domain=${site}`, { signal: leave.signal });
    const standing = [await begin(), await begin()];
    expect(standing.map(({ status }) => status)).toEqual([200, 200]);
    const third = await begin();
    expect(third.status).toBe(429);
    expect(third.headers.get('retry-after')).toBe('10');
    expect(await third.json()).toMatchObject({ code: 'too_many_exports' });
    const others = await Promise.all(
      Array.from({ length: 2 }, () => harness.fetchAs(alice.id, '/dashboard/logs/export')),
    );
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    for (const other of others) await other.text();
    leave.abort();
    await eventually('a place for a further export', async () => {
      const again = await harness.fetchAs(bob.id, '/dashboard/logs/export?domain=bob.example');
      await again.text();
      expect(again.status).toBe(200);
    });
  });

  it.each(['/dashboard/analytics?', '/dashboard/logs/export?'])(
    'does not return another user’s data: %s',
    async (path) => {
      for (const domain of [bob.site, 'bob.example', randomUUID()]) {
        const { status, body } = await harness.get(alice.id, `${path}domain=${domain}`);
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'domain_not_found' });
      }
      const all = await (await harness.fetchAs(alice.id, path)).text();
      expect(all).not.toContain('203.0.113.9');
    },
  );
});
