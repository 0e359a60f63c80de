import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, type RecordFields, record, utf8 } from '../../test/records.ts';
import { THREATS } from '../records/threats.rules.ts';

const { EdgeAction } = requestLogV1;

const alice = { id: randomUUID(), shop: randomUUID(), blog: randomUUID(), unused: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };

interface Made {
  site: string;
  atMs: number;
  blocked: boolean;
  threat: string | null;
  durationUs: number;
  origin: 'answered' | 'failed' | 'not asked';
  id: string;
}

/** Seeded, so that a failure can be reproduced. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('dashboard', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const made: Made[] = [];
  const now = Date.now();

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [
      { id: alice.shop, name: 'shop.example' },
      { id: alice.blog, name: 'blog.example' },
      { id: alice.unused, name: 'unused.example' },
    ]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    const random = randomNumbers(7);
    const records = Array.from({ length: 4000 }, () => makeRecord(random));
    for (let i = 0; i < 4; i++) {
      const segmentId = `segment-${i}`;
      await harness.publish(logBatch(records.slice(i * 1000, i * 1000 + 1000), { segmentId }));
      await harness.stored('node-1', segmentId, 1000);
    }
  });
  afterAll(() => harness.dispose());

  function makeRecord(random: () => number): requestLogV1.RequestLog {
    const site = [alice.shop, alice.shop, alice.blog, bob.site][Math.floor(random() * 4)]!;
    let ageMs = Math.floor(random() ** 2 * 9 * DAY_MS);
    // Away from times where a minute more or less would matter.
    if (Math.abs(ageMs - DAY_MS) < 3 * MINUTE_MS) ageMs += 10 * MINUTE_MS;
    const durationUs = Math.floor(random() * 500_000);
    const fields: RecordFields = {
      siteId: site,
      receivedAtMs: BigInt(now - ageMs),
      durationUs,
      retentionDays: 14,
    };
    const kind = Math.floor(random() * 8);
    const [one, threat, origin] = (
      [
        [attack(1002, fields), 'SQL Injection', 'not asked'],
        [attack(2001, fields), 'XSS Attack', 'not asked'],
        [attack(3002, fields), 'Path Traversal', 'not asked'],
        [
          record({ ...fields, action: EdgeAction.RATE_LIMIT, status: 429, originStatus: 0 }),
          'Rate Limiting',
          'not asked',
        ],
        [
          record({ ...fields, action: EdgeAction.GEO, status: 403, originStatus: 0 }),
          'Security Rule',
          'not asked',
        ],
        [record({ ...fields, status: 504, originStatus: 0, reason: 'origin:timeout' }), null, 'failed'],
      ] as const
    )[kind] ?? [record(fields), null, 'answered' as const];
    made.push({
      site,
      atMs: now - ageMs,
      blocked: threat !== null,
      threat,
      durationUs,
      origin,
      id: one.requestId,
    });
    return one;
  }

  function expectedStats(sites: string[], asOf: number) {
    const mine = made.filter(({ site }) => sites.includes(site));
    const day = mine.filter(({ atMs }) => atMs >= asOf - DAY_MS);
    const blocked = day.filter((one) => one.blocked).length;
    const allowed = day.filter((one) => !one.blocked);
    const dates = Array.from({ length: 7 }, (_, i) =>
      new Date(asOf - (6 - i) * DAY_MS).toISOString().slice(0, 10),
    );
    const dateOf = (one: Made) => new Date(one.atMs).toISOString().slice(0, 10);
    const threats = mine.filter((one) => one.blocked && dateOf(one) >= dates[0]!);
    return {
      stats: {
        total_requests: day.length,
        blocked_threats: blocked,
        block_rate: Math.round((blocked / day.length) * 10_000) / 100,
        allowed_requests: allowed.length,
        avg_response_time:
          Math.round(allowed.reduce((sum, { durationUs }) => sum + durationUs, 0) / allowed.length / 100) /
          10,
      },
      weekly_traffic: dates.map((date) => ({
        date,
        total_requests: mine.filter((one) => dateOf(one) === date).length,
        blocked_requests: mine.filter((one) => one.blocked && dateOf(one) === date).length,
      })),
      threatCounts: Object.fromEntries(
        Object.values(THREATS)
          .map(({ name }): [string, number] => [
            name ?? '',
            threats.filter(({ threat }) => threat === name).length,
          ])
          .filter(([, count]) => count > 0),
      ),
      newest: newestOf(mine.filter((one) => one.blocked)).slice(0, 10),
    };
  }

  /** Minute by minute, site by site: an outage is three failures and more without a success between them. */
  function uptimeOf(sites: string[], asOf: number) {
    const from = asOf - 3 * DAY_MS + 3_600_000;
    const fromHour = from - (from % 3_600_000);
    const firsts: number[] = [];
    let down = 0;
    for (const site of sites) {
      const minutes = new Map<number, { answered: boolean; failures: number }>();
      for (const one of made.filter((it) => it.site === site && it.origin !== 'not asked')) {
        const at = one.atMs - (one.atMs % MINUTE_MS);
        if (at < fromHour) continue;
        const minute = minutes.get(at) ?? { answered: false, failures: 0 };
        if (one.origin === 'answered') minute.answered = true;
        else minute.failures++;
        minutes.set(at, minute);
      }
      const times = [...minutes.keys()].toSorted((a, b) => a - b);
      firsts.push(times[0]!);
      let run: number[] = [];
      let failures = 0;
      for (const at of [...times, Number.NaN]) {
        const minute = minutes.get(at);
        if (minute && !minute.answered) {
          run.push(at);
          failures += minute.failures;
          continue;
        }
        if (failures >= 3) down += run.at(-1)! - run[0]! + MINUTE_MS;
        run = [];
        failures = 0;
      }
    }
    const observed = firsts.reduce((sum, first) => sum + asOf - first, 0);
    return {
      uptime_percentage: expect.closeTo((1 - down / observed) * 100, 1),
      uptime_since: new Date(Math.min(...firsts)).toISOString(),
    };
  }

  const newestOf = (list: Made[]) =>
    list.toSorted((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

  it.each([
    ['all of a user’s domains', '', [alice.shop, alice.blog]],
    ['one domain by id', `?domain=${alice.blog}`, [alice.blog]],
    ['one domain by name', '?domain=SHOP.example', [alice.shop]],
  ])('gives the same figures as counting by hand: %s', async (_what, query, sites) => {
    // Not the moment in which the records were made: an hour, or a day, may have begun since.
    const asOf = Date.now();
    const { status, body } = await harness.get(alice.id, `/dashboard/stats${query}`);
    const expected = expectedStats(sites, asOf);
    expect(status).toBe(200);
    expect(body.stats).toEqual({ ...expected.stats, ...uptimeOf(sites, asOf) });
    expect(body.weekly_traffic).toEqual(expected.weekly_traffic);
    const threats = body.threat_types as { threat_type: string; percentage: number; count: number }[];
    expect(Object.fromEntries(threats.map(({ threat_type, count }) => [threat_type, count]))).toEqual(
      expected.threatCounts,
    );
    expect(Math.round(threats.reduce((sum, { percentage }) => sum + percentage, 0) * 10)).toBe(1000);
    expect(body.recent_logs.map(({ id }: { id: string }) => id)).toEqual(expected.newest);
    expect(body.recent_logs[0]).toMatchObject({ status: 'blocked', ip_address: '192.0.2.7', country: 'DE' });
  });

  it('compares with the 24 hours before, and with nothing where traffic does not reach back', async () => {
    const asOf = Date.now();
    const { body } = await harness.get(alice.id, '/dashboard/stats');
    const before = made.filter(
      ({ site, atMs }) => site !== bob.site && atMs < asOf - DAY_MS && atMs >= asOf - 2 * DAY_MS,
    );
    // Two hours lie partly within the range and count proportionally.
    const nearby = made.filter(
      ({ site, atMs }) =>
        site !== bob.site &&
        Math.min(Math.abs(atMs - asOf + DAY_MS), Math.abs(atMs - asOf + 2 * DAY_MS)) < 3_600_000,
    );
    expect(Math.abs(body.before.total_requests - before.length)).toBeLessThanOrEqual(nearby.length);
    expect(body.before.blocked_threats + body.before.allowed_requests).toBe(body.before.total_requests);
    const unused = await harness.get(alice.id, `/dashboard/stats?domain=${alice.unused}`);
    expect(unused.body.before).toBeNull();
  });

  it('sends null where nothing was measured', async () => {
    const { body } = await harness.get(alice.id, `/dashboard/stats?domain=${alice.unused}`);
    expect(body.stats).toEqual({
      total_requests: 0,
      blocked_threats: 0,
      block_rate: 0,
      allowed_requests: 0,
      uptime_percentage: null,
      uptime_since: null,
      avg_response_time: null,
    });
    expect(body.weekly_traffic).toHaveLength(7);
    expect(body.threat_types).toEqual([]);
    expect(body.recent_logs).toEqual([]);
  });

  it.each([
    ['everything', '', (one: Made) => one.site !== bob.site],
    ['blocked', '&status_filter=blocked', (one: Made) => one.site !== bob.site && one.blocked],
    ['allowed', '&status_filter=allowed', (one: Made) => one.site !== bob.site && !one.blocked],
    ['null for all', '&status_filter=null&domain=null', (one: Made) => one.site !== bob.site],
    [
      'one domain',
      `&domain=blog.example&status_filter=blocked`,
      (one: Made) => one.site === alice.blog && one.blocked,
    ],
  ])('lists the newest logs: %s', async (_what, query, belongs) => {
    for (const limit of [1, 100, 500]) {
      const { body } = await harness.get(alice.id, `/dashboard/logs/recent?limit=${limit}${query}`);
      expect(body.logs.map(({ id }: { id: string }) => id)).toEqual(
        newestOf(made.filter(belongs)).slice(0, limit),
      );
    }
  });

  it('is read page by page to its end, each entry once', async () => {
    const seen: string[] = [];
    let after = '';
    do {
      const { status, body } = await harness.get(
        alice.id,
        `/dashboard/logs/recent?limit=500&status_filter=blocked${after}`,
      );
      expect(status).toBe(200);
      seen.push(...body.logs.map(({ id }: { id: string }) => id));
      after = body.next === null ? '' : `&after=${body.next}`;
    } while (after !== '');
    expect(seen).toEqual(newestOf(made.filter((one) => one.site !== bob.site && one.blocked)));
    const { status } = await harness.get(alice.id, '/dashboard/logs/recent?after=yesterday');
    expect(status).toBe(422);
  });

  it('shows an attack as the specification’s log entry, explained', async () => {
    const siteId = alice.blog;
    const one = attack(1001, { siteId, target: utf8("/?q=1'%20OR%201=1"), receivedAtMs: BigInt(Date.now()) });
    await harness.publish(logBatch([one], { segmentId: 'entry' }));
    await harness.stored('node-1', 'entry', 1);
    const { body } = await harness.get(alice.id, '/dashboard/logs/recent?limit=1');
    expect(body.logs[0]).toMatchObject({
      id: one.requestId,
      request_id: one.requestId,
      server_name: 'edge-1',
      remote_addr: '192.0.2.7',
      geo_country: 'DE',
      geo_city: null,
      domain_name: 'blog.example',
      request_method: 'GET',
      request_uri: "/?q=1'%20OR%201=1",
      user_agent: 'Mozilla/5.0',
      status: 'blocked',
      action: 'block',
      severity: 'CRITICAL',
      threat_type: 'SQL Injection',
      modsec_rule_id: 1001,
      modsec_message: 'Rule 1001',
      matches: [
        {
          rule_id: 1001,
          explanation:
            'Rule 1001 (Rule 1001) fired on parameter “q”, which contains “or 1=1” once normalized (lowercase).',
        },
      ],
    });
  });

  it('calls what log-only let pass allowed, and as bad as what is blocked', async () => {
    const segmentId = 'log-only';
    await harness.publish(
      logBatch(
        [attack(2001, { siteId: alice.blog, action: EdgeAction.LOG_ONLY, status: 200, originStatus: 200 })],
        {
          segmentId,
        },
      ),
    );
    await harness.stored('node-1', segmentId, 1);
    const { body } = await harness.get(alice.id, '/dashboard/logs/recent?limit=1');
    expect(body.logs[0]).toMatchObject({
      status: 'allowed',
      action: 'log_only',
      severity: 'HIGH',
      threat_type: 'XSS Attack',
    });
  });

  it.each(['/dashboard/stats?', '/dashboard/logs/recent?'])(
    'does not return another user’s logs: %s',
    async (path) => {
      for (const domain of [
        bob.site,
        'bob.example',
        'BOB.EXAMPLE',
        randomUUID(),
        'nobody.example',
        '*',
        '%',
      ]) {
        const { status, body } = await harness.get(alice.id, `${path}domain=${encodeURIComponent(domain)}`);
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'domain_not_found' });
      }
      const all = JSON.stringify((await harness.get(alice.id, path)).body);
      for (const { id } of made.filter(({ site }) => site === bob.site)) expect(all).not.toContain(id);
    },
  );

  it('shows nothing to someone without domains', async () => {
    const stranger = randomUUID();
    expect((await harness.get(stranger, '/dashboard/logs/recent')).body).toEqual({
      logs: [],
      next: null,
      searched_to: null,
    });
    expect((await harness.get(stranger, '/dashboard/stats')).body.stats.total_requests).toBe(0);
  });

  it('finds a domain that was added a moment ago', async () => {
    const late = randomUUID();
    await harness.get(bob.id, '/dashboard/stats');
    harness.domainsOf.set(bob.id, [...harness.domainsOf.get(bob.id)!, { id: late, name: 'late.example' }]);
    expect((await harness.get(bob.id, `/dashboard/stats?domain=${late}`)).status).toBe(200);
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'status_filter=maybe'])('refuses %s', async (query) => {
    const { status, body } = await harness.get(alice.id, `/dashboard/logs/recent?${query}`);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' });
  });

  it('lets nobody in without a session', async () => {
    for (const path of ['stats', 'logs/recent']) {
      const port = harness.environment.PALISADE_LOGS_HTTP_PORT;
      const response = await fetch(`http://127.0.0.1:${port}/api/dashboard/${path}`);
      expect(response.status).toBe(401);
    }
  });
});
