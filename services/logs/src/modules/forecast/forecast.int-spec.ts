import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, type RecordFields, record, utf8 } from '../../test/records.ts';
import { PostgresAggregates } from '../log-store/postgres/postgres-aggregates.ts';

const { EdgeAction } = requestLogV1;
const alice = { id: randomUUID(), site: randomUUID(), quiet: randomUUID(), walled: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };
const now = Date.now();

const match = (ruleId: number, score: number, name: string) => ({
  ruleId,
  phase: 2,
  message: `Rule ${ruleId}`,
  severity: 'CRITICAL',
  tags: [],
  score,
  targets: [{ name, value: utf8("it's"), transformed: utf8("it's"), matchOffset: 2, matchLength: 1 }],
});

/** As the edge records an owner's own rule. */
const ownRule = (message: string, tag: string) => ({
  ...match(0, 0, 'REQUEST_FILENAME'),
  phase: 1,
  message,
  severity: '',
  tags: [tag, 'custom-action/block'],
});

/** Allowed in log-only mode: a rule matched, and the score would have led to a refusal. */
const remarked = (ruleId: number, fields: RecordFields) =>
  attack(9001, {
    siteId: alice.site,
    action: EdgeAction.LOG_ONLY,
    status: 200,
    originStatus: 200,
    receivedAtMs: BigInt(now - HOUR_MS),
    matches: [match(ruleId, 5, 'ARGS:comment'), match(9001, 0, 'TX:score')],
    ...fields,
  });

describe('the blocking forecast', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const visitors = Array.from({ length: 6 }, (_, i) =>
    remarked(1002, { clientAddress: `192.0.2.${i + 1}`, target: utf8(`/guestbook?page=${i}`) }),
  );
  const scanner = Array.from({ length: 4 }, (_, i) =>
    remarked(2001, { clientAddress: '198.51.100.9', target: utf8(`/wp-${i}.php`), originStatus: 404 }),
  );
  const records = [
    ...visitors,
    ...scanner,
    remarked(1002, { receivedAtMs: BigInt(now - 70 * HOUR_MS), target: utf8('/guestbook') }),
    record({
      siteId: alice.site,
      action: EdgeAction.LOG_ONLY,
      reason: 'rate_limit',
      receivedAtMs: BigInt(now - HOUR_MS),
      clientAddress: '198.51.100.9',
    }),
    // A custom rule would have refused it; the managed rules would have as well.
    remarked(2001, {
      siteId: alice.walled,
      reason: 'custom:own',
      ruleId: 0,
      ruleMessage: 'Office only',
      matches: [ownRule('Office only', 'custom:own'), match(2001, 5, 'ARGS:q'), match(9001, 0, 'TX:score')],
    }),
    // The managed rules alone, beside a custom rule that only logs.
    remarked(2001, {
      siteId: alice.walled,
      matches: [ownRule('Noted', 'custom:noted'), match(2001, 5, 'ARGS:q'), match(9001, 0, 'TX:score')],
    }),
    ...Array.from({ length: 9 }, () =>
      record({ siteId: alice.site, receivedAtMs: BigInt(now - 2 * HOUR_MS) }),
    ),
    attack(1001, { siteId: alice.site, receivedAtMs: BigInt(now - HOUR_MS) }),
    remarked(3001, { siteId: bob.site, clientAddress: '203.0.113.9' }),
  ];

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [
      { id: alice.site, name: 'alice.example' },
      { id: alice.quiet, name: 'quiet.example' },
      { id: alice.walled, name: 'walled.example' },
    ]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    await harness.publish(logBatch(records, { segmentId: 'one' }));
    await harness.stored('node-1', 'one', records.length);
  });
  afterAll(() => harness.dispose());

  const ask = (userId: string, query: string) => harness.get(userId, `/dashboard/blocking-forecast?${query}`);

  it('counts what would have been refused, beside all traffic of the same time', async () => {
    const { status, body } = await ask(alice.id, 'domain=alice.example');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      range: '24h',
      requests: 21,
      would_block: { requests: 11, more: false, share: 52.38 },
      looked_at: 11,
      likely_false: 6,
      threat_types: [
        { threat_type: 'SQL Injection', requests: 6 },
        { threat_type: 'XSS Attack', requests: 4 },
        { threat_type: 'Rate Limiting', requests: 1 },
      ],
    });
  });

  it('names the rule that weighed most, not the one that compares scores, and tells visitors from scanners', async () => {
    const { body } = await ask(alice.id, `domain=${alice.site}`);
    expect(body.causes).toMatchObject([
      {
        rule_id: 1002,
        message: 'Rule 1002',
        reason: 'rule',
        requests: 6,
        addresses: 6,
        answered: 6,
        path: '/guestbook',
        target: 'ARGS:comment',
        likelihood: 'ordinary',
      },
      { rule_id: 2001, requests: 4, addresses: 1, answered: 0, likelihood: 'attack' },
      { rule_id: null, message: null, reason: 'rate_limit', requests: 1, target: '', likelihood: 'unclear' },
    ]);
    const [sample, ...others] = body.causes[0].samples;
    expect(others).toHaveLength(2);
    expect(sample).toEqual({
      request_id: expect.any(String),
      timestamp: new Date(now - HOUR_MS).toISOString(),
      remote_addr: expect.stringMatching(/^192\.0\.2\./),
      geo_country: 'DE',
      request_method: 'GET',
      request_uri: expect.stringMatching(/^\/guestbook\?page=/),
      origin_status: 200,
    });
  });

  it('reaches back a week', async () => {
    const { body } = await ask(alice.id, 'domain=alice.example&range=7d');
    expect(body).toMatchObject({ requests: 22, would_block: { requests: 12 } });
    expect(body.causes[0]).toMatchObject({ rule_id: 1002, requests: 7, addresses: 7 });
  });

  it("names an owner's own rule where that would have refused, and the managed rules where they would", async () => {
    const { body } = await ask(alice.id, 'domain=walled.example');
    expect(body.causes).toHaveLength(2);
    expect(body.causes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          rule_id: null,
          message: 'Office only',
          reason: 'custom:own',
          threat_type: 'Security Rule',
          target: 'REQUEST_FILENAME',
        }),
        expect.objectContaining({ rule_id: 2001, message: 'Rule 2001', reason: 'rule', target: 'ARGS:q' }),
      ]),
    );
  });

  it('says so where there was nothing', async () => {
    const { status, body } = await ask(alice.id, 'domain=quiet.example');
    expect(status).toBe(200);
    expect(body).toMatchObject({ requests: 0, would_block: { requests: 0, share: 0 }, causes: [] });
  });

  it.each([bob.site, 'bob.example', randomUUID()])(
    'is not given of another user’s domain %s',
    async (domain) => {
      const { status, body } = await ask(alice.id, `domain=${domain}`);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'domain_not_found' });
    },
  );

  it('wants a domain', async () => {
    expect((await ask(alice.id, '')).status).toBe(422);
  });

  it('reads the index of what log-only let pass, whatever the traffic around it', async () => {
    const plans: string[] = [];
    const client = await harness.database.connect();
    // Small tables are scanned sequentially; what matters is whether an index fits.
    await client.query('SET search_path = logs; SET enable_seqscan = off; SET enable_bitmapscan = off');
    const explaining = {
      async query(sql: string, parameters: unknown[]) {
        const { rows } = await client.query(`EXPLAIN ${sql}`, parameters);
        plans.push(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join(' '));
        return [];
      },
    };
    const queries = new PostgresAggregates(explaining as never);
    await queries.countWouldBlock([1], now - HOUR_MS, 200_000);
    await queries.wouldBlockCauses([1], now - HOUR_MS, 5_000);
    const { rows } = await client.query(
      `SELECT indexrelid::regclass::text AS name FROM pg_index
       WHERE pg_get_expr(indpred, indrelid) = '(action = 10)'`,
    );
    client.release(true);
    const names = rows.map(({ name }: { name: string }) => name);
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      const used = [...plan.matchAll(/Scan using (\w+)/g)].map(([, name]) => name);
      expect(used.length).toBeGreaterThan(0);
      for (const name of used) expect(names).toContain(name);
    }
  });
});
