import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record, utf8 } from '../../test/records.ts';

const alice = { id: randomUUID(), site: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };

describe('what traffic is made of', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const now = Date.now();
  const at = (hoursAgo: number) => ({ siteId: alice.site, receivedAtMs: BigInt(now - hoursAgo * HOUR_MS) });
  const records = [
    record({
      ...at(1),
      cacheStatus: 'hit',
      originStatus: 0,
      asn: 64_500,
      asnName: 'Réseau Exemple',
      responseBytes: 9_000n,
    }),
    record({
      ...at(1),
      cacheStatus: 'miss',
      target: utf8('/big?x=1'),
      responseBytes: 50_000n,
      durationUs: 90_000,
      originDurationUs: 88_000,
    }),
    record({ ...at(2), status: 500, originStatus: 500, method: utf8('POST'), originDurationUs: 15_000 }),
    record({
      ...at(2),
      status: 502,
      originStatus: 0,
      reason: 'origin:refused',
      originDurationUs: 100,
      durationUs: 200,
    }),
    record({ ...at(2), reason: 'bot:library:curl', userAgent: utf8('curl/8\u{1f600}') }),
    attack(1001, { ...at(3), userAgent: utf8('sqlmap/1.8'), responseBytes: 0n }),
    // Far longer than the values that are counted separately.
    record({ ...at(30), userAgent: utf8('x'.repeat(400)) }),
    record({ siteId: bob.site, userAgent: utf8("bob's own"), reason: 'crawler:ai_training:openai:claimed' }),
    record({ siteId: bob.site, reason: 'csp_report:taken', ruleMessage: 'img-src ads.example /' }),
    record({
      siteId: bob.site,
      reason: 'csp_report:taken',
      ruleMessage: 'img-src ads.example / + img-src inline /',
    }),
    record({ siteId: bob.site, reason: 'csp_report:known' }),
    record({ siteId: bob.site, reason: 'rule', ruleMessage: 'img-src of a rule' }),
  ];

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [{ id: alice.site, name: 'alice.example' }]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    await harness.publish(logBatch(records, { segmentId: 'one' }));
    await harness.stored('node-1', 'one', records.length);
  });
  afterAll(() => harness.dispose());

  /** Beginning of the hour in which a record was made. */
  const hour = (hoursAgo: number) => new Date(now - (now % HOUR_MS) - hoursAgo * HOUR_MS).toISOString();
  const ask = (query: string, who = alice.id) => harness.get(who, `/dashboard/analytics/breakdowns?${query}`);

  it('counts crawlers that are turned away among the bots', async () => {
    const { body } = await ask('range=24h', bob.id);
    expect(body.bots).toMatchObject([{ value: 'crawler:ai_training:openai:claimed', requests: 1 }]);
  });

  it('counts what browsers report of a content security policy, of the asker’s own sites', async () => {
    const { body } = await ask('range=24h', bob.id);
    expect(body.csp).toMatchObject([
      { value: 'img-src ads.example /', requests: 2 },
      { value: 'img-src inline /', requests: 1 },
    ]);
    expect((await ask('range=24h')).body.csp).toEqual([]);
  });

  it('tells failures, the cache, and each kind of value by its frequency', async () => {
    const { status, body } = await ask('range=24h&domain=alice.example');
    expect(status).toBe(200);
    expect(body.failures).toEqual({ server_errors: 2, origin_requests: 4, origin_failures: 1 });
    expect(body.failure_series).toHaveLength(24);
    expect(
      body.failure_series.filter((one: { server_errors: number }) => one.server_errors > 0),
    ).toMatchObject([{ time: hour(2), server_errors: 2, origin_failures: 1 }]);
    expect(body.cache.hit_rate).toBe(50);
    expect(body.cache.statuses).toEqual([
      { value: '', requests: 4, blocked: 1, response_bytes: 12_000 },
      { value: 'hit', requests: 1, blocked: 0, response_bytes: 9_000 },
      { value: 'miss', requests: 1, blocked: 0, response_bytes: 50_000 },
    ]);
    expect(body.rules).toEqual([{ rule: 1001, name: 'Rule 1001', requests: 1, blocked: 1 }]);
    expect(body.bots).toMatchObject([{ value: 'bot:library:curl', requests: 1 }]);
    expect(body.methods).toMatchObject([
      { value: 'GET', requests: 5 },
      { value: 'POST', requests: 1 },
    ]);
    expect(body.networks).toMatchObject([
      { network: 0, name: '', requests: 5 },
      { network: 64_500, name: 'Réseau Exemple', requests: 1 },
    ]);
    expect(body.agents).toMatchObject([
      { value: 'Mozilla/5.0', requests: 4 },
      { value: 'curl/8????', requests: 1 },
      { value: 'sqlmap/1.8', requests: 1, blocked: 1 },
    ]);
    expect(
      body.paths.map(({ value, response_bytes }: Record<string, unknown>) => [value, response_bytes]),
    ).toEqual([
      ['/big', 50_000],
      ['/search', 21_000],
    ]);
  });

  it('tells what an origin took from what was the edge’s own', async () => {
    const { body } = await ask('range=24h');
    expect(body.latency.origin).toEqual({ p50: 5, p90: 80, p99: 98 });
    expect(body.latency.edge).toEqual({ p50: 3.3, p90: 19, p99: 24.4 });
  });

  it('keeps to the time that was asked for, so that two can be compared', async () => {
    const then = await ask(`from=${hour(31)}&to=${hour(28)}`);
    expect(then.body.methods).toMatchObject([{ value: 'GET', requests: 1 }]);
    expect(then.body.agents).toMatchObject([{ value: 'x'.repeat(200) }]);
    expect(then.body.cache.hit_rate).toBeNull();
    expect(then.body.failures.server_errors).toBe(0);
    const later = await ask(`from=${hour(2)}&to=${hour(1)}`);
    expect(later.body.failures).toMatchObject({ server_errors: 2 });
  });

  it('does not return another user’s data', async () => {
    const { status, body } = await ask('domain=bob.example');
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'domain_not_found' });
    expect(JSON.stringify((await ask('')).body)).not.toContain("bob's own");
  });
});
