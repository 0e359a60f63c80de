import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { EDGE_KEYS, NODE_ALIVE_MS } from '@palisade/edge-state';
import { nodeReport } from '@palisade/edge-state/test-support';
import type { ReceivedEvent } from '@palisade/messaging';
import { publishAsProducers } from '@palisade/messaging/test-support';
import { eventually } from '@palisade/testing';
import { Redis } from 'ioredis';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, type RecordFields, record, utf8 } from '../../test/records.ts';
import { SiteErasureService } from '../erasure/site-erasure.service.ts';
import { StoredUntilService } from '../ingest/stored-until.service.ts';
import { conditionSchema, readFilter } from './condition.schema.ts';

import { MeasureRepository } from './measure.repository.ts';
import { MAX_CUT_OFF_MS, MissingEdgesService } from './missing-edges.service.ts';
import { OwnerAlertsService } from './owner-alerts.service.ts';
import { RuleEvaluationService } from './rule-evaluation.service.ts';

const SQL_INJECTION_RULE = 1001;
type AlertEvent = ReceivedEvent<'logs.alert_fired.v1'> | ReceivedEvent<'logs.alert_resolved.v1'>;

describe('alerts that owners write', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const events: AlertEvent[] = [];
  const now = Date.now();
  let segments = 0;

  beforeAll(async () => {
    // The test runs the job itself.
    harness = await startHarness({ PALISADE_LOGS_ALERT_INTERVAL_MS: '600000' });
    const handle = async (event: ReceivedEvent) => void events.push(event as AlertEvent);
    await harness.bus.subscribe({
      group: 'mailer',
      registrations: {
        'logs.alert_fired.v1': { mode: 'single', handle },
        'logs.alert_resolved.v1': { mode: 'single', handle },
      },
    });
  });
  afterAll(() => harness?.dispose());

  const newSite = () => {
    const [ownerId, id] = [randomUUID(), randomUUID()];
    const name = `${id.slice(0, 8)}.example`;
    harness.domainsOf.set(ownerId, [{ id, name }]);
    return { ownerId, id, name };
  };
  const times = <T>(count: number, make: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at));
  async function store(records: ReturnType<typeof record>[]): Promise<void> {
    const segmentId = `owner-${segments++}`;
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, records.length);
  }
  const call = async (ownerId: string, method: string, path: string, body?: object) => {
    const response = await harness.fetchAs(ownerId, path, { method, ...(body && { body }) });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  const condition = (more: object) => ({
    measure: 'requests',
    window_minutes: 5,
    compare: 'threshold',
    direction: 'above',
    value: 50,
    ...more,
  });
  const makeRule = async (ownerId: string, more: object, rest: object = {}) => {
    const made = await call(ownerId, 'POST', '/alert-rules', {
      name: 'A rule',
      condition: condition(more),
      ...rest,
    });
    expect(made).toMatchObject({ status: 201 });
    return made.body.id as string;
  };
  /** One run at a given time, as the job does it. */
  async function run(atMs = now): Promise<void> {
    await harness.app.get(RuleEvaluationService).evaluate(1, new Date(atMs));
    await harness.app.get(OwnerAlertsService).announce();
  }
  const eventsOf = (ruleId: string) => events.filter(({ payload }) => payload.alert?.ruleId === ruleId);
  const ruleAfter = async (ownerId: string, ruleId: string) => {
    const { body } = await call(ownerId, 'GET', '/alert-rules');
    return body.rules.find(({ id }: { id: string }) => id === ruleId);
  };
  const at = BigInt(now - MINUTE_MS);

  it('fire once, are told to their channels, and resolve once', async () => {
    const site = newSite();
    const channel = randomUUID();
    await store(times(60, () => attack(SQL_INJECTION_RULE, { siteId: site.id, receivedAtMs: at })));
    const rule = await makeRule(
      site.ownerId,
      { filter: { status: 'blocked' } },
      { domain: site.name, severity: 'critical', channel_ids: [channel], note: 'Call Ada' },
    );
    await run();
    await run(now + MINUTE_MS);
    await eventually('an alert', async () => expect(eventsOf(rule)).toHaveLength(1));
    expect(eventsOf(rule)[0]).toMatchObject({
      type: 'logs.alert_fired.v1',
      payload: {
        alert: {
          ownerId: site.ownerId,
          domainName: site.name,
          channelIds: [channel],
          summary: '60 blocked requests in 5 minutes, more than 50',
          note: 'Call Ada',
        },
      },
    });
    const { body } = await call(site.ownerId, 'GET', '/alerts');
    expect(body.alerts).toMatchObject([
      {
        rule_id: rule,
        resolved_at: null,
        acknowledged_at: null,
        condition: { filter: { status: 'blocked' }, window_minutes: 5 },
      },
    ]);
    const alertId = body.alerts[0].id;
    expect(
      (await call(site.ownerId, 'POST', `/alerts/${alertId}/acknowledge`)).body.acknowledged_at,
    ).toBeTruthy();
    await run(now + 10 * MINUTE_MS);
    await eventually('its end', async () => expect(eventsOf(rule)).toHaveLength(2));
    expect(eventsOf(rule)[1]).toMatchObject({
      type: 'logs.alert_resolved.v1',
      payload: { alert: { alertId } },
    });
  });

  it('are over for those who were told of them when their rule is removed', async () => {
    const site = newSite();
    await store(times(60, () => attack(SQL_INJECTION_RULE, { siteId: site.id, receivedAtMs: at })));
    const rule = await makeRule(site.ownerId, { filter: { status: 'blocked' } });
    await run();
    await eventually('an alert', async () => expect(eventsOf(rule)).toHaveLength(1));
    expect((await call(site.ownerId, 'DELETE', `/alert-rules/${rule}`)).status).toBe(204);
    await eventually('its end', async () => expect(eventsOf(rule)).toHaveLength(2));
    const [fired, resolved] = eventsOf(rule);
    expect(resolved).toMatchObject({
      type: 'logs.alert_resolved.v1',
      payload: { alert: { alertId: fired!.payload.alert!.alertId } },
    });
  });

  it('measure rows by the log’s own words, percentiles and distinct clients', async () => {
    const site = newSite();
    const shop: RecordFields = { siteId: site.id, receivedAtMs: at };
    await store([
      ...times(10, (index) =>
        record({
          ...shop,
          target: utf8('/shop/cart?a=1'),
          status: 503,
          clientAddress: `198.51.100.${index}`,
        }),
      ),
      ...times(30, () => record({ ...shop, target: utf8('/'), durationUs: 2_000_000 })),
      ...times(7, (index) =>
        attack(SQL_INJECTION_RULE, {
          ...shop,
          target: utf8('/search?q=x'),
          clientAddress: `203.0.113.${index}`,
        }),
      ),
      ...times(20, () =>
        attack(SQL_INJECTION_RULE, { ...shop, target: utf8('/login'), clientAddress: '203.0.113.99' }),
      ),
    ]);
    const values = async (more: object) => {
      const { body } = await call(site.ownerId, 'POST', '/alert-rules/preview', {
        domain: site.id,
        condition: condition(more),
      });
      return body.value;
    };
    expect(await values({})).toBe(67);
    expect(await values({ measure: 'rate', filter: { status: 'blocked' } })).toBe(5.4);
    expect(await values({ filter: { path: '/shop/*', http_status: '5xx' } })).toBe(10);
    expect(await values({ measure: 'share', filter: { status: 'blocked' } })).toBeCloseTo((27 / 67) * 100);
    expect(await values({ measure: 'clients', filter: { path: '/shop/*' } })).toBe(10);
    expect(await values({ measure: 'latency', percentile: 90, filter: { path: '/' } })).toBe(2000);
    expect(await values({ measure: 'latency', filter: { path: '/nowhere' } })).toBeNull();
    // Many clients on one path, rather than one client that is blocked again and again.
    expect(await values({ measure: 'clients_of_one_rule' })).toBe(7);
    const rule = await makeRule(site.ownerId, { measure: 'clients_of_one_rule', value: 5 });
    await run();
    await eventually('an alert', async () => expect(eventsOf(rule)).toHaveLength(1));
    expect(eventsOf(rule)[0]?.payload.alert?.summary).toBe(
      `7 clients blocked by one rule on one path in 5 minutes, more than 5: rule ${SQL_INJECTION_RULE} on /search`,
    );
  });

  it('measure rows over the same minutes as sums, to the millisecond', async () => {
    const site = newSite();
    const endMs = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    await store(
      [
        { receivedAtMs: BigInt(endMs - 5 * MINUTE_MS), target: utf8('/first') },
        { receivedAtMs: BigInt(endMs), target: utf8('/behind') },
      ].map((fields) => record({ siteId: site.id, ...fields })),
    );
    const rules = await Promise.all(
      [{}, { filter: { path: '/first' } }, { filter: { path: '/behind' } }].map((more) =>
        makeRule(site.ownerId, more),
      ),
    );
    await run();
    const values = await Promise.all(
      rules.map(async (rule) => (await ruleAfter(site.ownerId, rule)).last_value),
    );
    expect(values).toEqual([1, 1, 0]);
  });

  it('know the usual from the weeks before, and say nothing where there is none', async () => {
    const [usual, fresh] = [newSite(), newSite()];
    await store(
      [usual, fresh].flatMap(({ id }) => times(60, () => record({ siteId: id, receivedAtMs: at }))),
    );
    await harness.database.query(
      `INSERT INTO traffic_hours
       SELECT site_no, date_trunc('hour', now()) - hours * interval '1 hour', 240, 0, 0, 0, 0, 0, 0
       FROM sites, generate_series(1, 15 * 24) AS hours WHERE site_id = $1`,
      [usual.id],
    );
    const more = { compare: 'usual', value: 2 };
    const [known, unknown] = [await makeRule(usual.ownerId, more), await makeRule(fresh.ownerId, more)];
    await run();
    // 240 an hour are 20 in five minutes.
    expect(await ruleAfter(usual.ownerId, known)).toMatchObject({
      last_value: 60,
      last_limit: 40,
      state: 'firing',
    });
    expect(await ruleAfter(fresh.ownerId, unknown)).toMatchObject({
      last_value: 60,
      last_limit: null,
      state: 'ok',
    });
  });

  it('show in a preview when they would have fired', async () => {
    const site = newSite();
    await store([record({ siteId: site.id, receivedAtMs: at })]);
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    await harness.database.query(
      `INSERT INTO traffic_minutes
       SELECT site_no, to_timestamp($2::float8 / 1000) - hours * interval '1 hour', 500, 400, 0, 0, 0, 0, 0
       FROM sites, unnest(ARRAY[30, 50]) AS hours WHERE site_id = $1`,
      [site.id, hour],
    );
    await harness.database.query(
      `INSERT INTO traffic_hours
       SELECT site_no, to_timestamp($2::float8 / 1000) - hours * interval '1 hour', 500, 400, 0, 0, 0, 0, 0
       FROM sites, unnest(ARRAY[30, 50, 100]) AS hours WHERE site_id = $1`,
      [site.id, hour],
    );
    const fired = async (more: object) => {
      const { body } = await call(site.ownerId, 'POST', '/alert-rules/preview', {
        domain: null,
        condition: condition(more),
      });
      return body.fired.length;
    };
    expect(await fired({ filter: { status: 'blocked' }, value: 300 })).toBe(2);
    expect(await fired({ filter: { status: 'blocked' }, value: 300, window_minutes: 60 })).toBe(3);
    expect(await fired({ filter: { status: 'blocked' }, value: 900 })).toBe(0);
  });

  it('tell nobody while they are silenced, and begin anew when they are changed', async () => {
    const site = newSite();
    await store(times(60, () => record({ siteId: site.id, receivedAtMs: at })));
    const rule = await makeRule(site.ownerId, {});
    const silenced = await call(site.ownerId, 'POST', `/alert-rules/${rule}/silence`, { minutes: 60 });
    expect(silenced.body.silenced_until).toBeTruthy();
    await run();
    const { body } = await call(site.ownerId, 'GET', '/alerts');
    expect(body.alerts).toMatchObject([{ is_silent: true }]);
    const changed = { name: 'Other', condition: condition({ value: 1000 }) };
    expect(await call(site.ownerId, 'PUT', `/alert-rules/${rule}`, changed)).toMatchObject({
      status: 200,
      body: { state: 'ok' },
    });
    await run(now + MINUTE_MS);
    const after = await call(site.ownerId, 'GET', '/alerts');
    expect(after.body.alerts[0].resolved_at).toBeTruthy();
    expect(eventsOf(rule)).toEqual([]);
  });

  it('tell of what goes on when their silence ends, and of its end', async () => {
    const site = newSite();
    await store(times(60, () => record({ siteId: site.id, receivedAtMs: at })));
    const rule = await makeRule(site.ownerId, { window_minutes: 120 });
    await call(site.ownerId, 'POST', `/alert-rules/${rule}/silence`, { minutes: 60 });
    await run();
    await run(now + 30 * MINUTE_MS);
    expect((await call(site.ownerId, 'GET', '/alerts')).body.alerts).toMatchObject([{ is_silent: true }]);
    await run(now + 80 * MINUTE_MS);
    await run(now + 81 * MINUTE_MS);
    await eventually('what goes on', async () =>
      expect(eventsOf(rule).map(({ type }) => type)).toEqual(['logs.alert_fired.v1']),
    );
    expect((await call(site.ownerId, 'GET', '/alerts')).body.alerts).toMatchObject([{ is_silent: false }]);
    await run(now + 200 * MINUTE_MS);
    await eventually('its end', async () =>
      expect(eventsOf(rule).map(({ type }) => type)).toEqual([
        'logs.alert_fired.v1',
        'logs.alert_resolved.v1',
      ]),
    );
  });

  it('are over for those who were told of them when their domain is removed', async () => {
    const site = newSite();
    await store(times(60, () => record({ siteId: site.id, receivedAtMs: at })));
    const rule = await makeRule(site.ownerId, {}, { domain: site.name });
    await run();
    await eventually('an alert', async () => expect(eventsOf(rule)).toHaveLength(1));
    await harness.app.get(SiteErasureService).erase(site.id);
    await eventually('its end', async () =>
      expect(eventsOf(rule).map(({ type }) => type)).toEqual([
        'logs.alert_fired.v1',
        'logs.alert_resolved.v1',
      ]),
    );
  });

  it('count all of the minutes that they look at, and nothing beside them', async () => {
    const site = newSite();
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    // One request each half minute, all of them failures, before and after the evaluated window as well.
    await store(
      times(20, (index) =>
        record({
          siteId: site.id,
          status: 503,
          receivedAtMs: BigInt(minute - 9 * MINUTE_MS + index * 30_000),
        }),
      ),
    );
    const measured = async (more: object) => {
      const filter = readFilter({ http_status: '5xx' });
      if (!filter.ok) throw new Error('no filter');
      const sites = await harness.database.query('SELECT site_no FROM logs.sites WHERE site_id = $1', [
        site.id,
      ]);
      const rule = conditionSchema.parse(condition(more));
      return await harness.app
        .get(MeasureRepository)
        .measure([sites.rows[0].site_no], rule, filter.filter, minute + 500);
    };
    expect(await measured({ measure: 'share' })).toMatchObject({ value: 100, requests: 10 });
    expect(await measured({ measure: 'rate' })).toMatchObject({ value: 2 });
  });

  it('see what is refused for a setting of the site', async () => {
    const site = newSite();
    await store(
      times(60, () =>
        record({
          ...{ siteId: site.id, receivedAtMs: at, status: 403 },
          ...{ action: requestLogV1.EdgeAction.REJECT, reason: 'websocket_not_enabled' },
        }),
      ),
    );
    const rule = await makeRule(site.ownerId, {
      filter: { status: 'blocked', reason: 'websocket_not_enabled' },
    });
    await run();
    expect(await ruleAfter(site.ownerId, rule)).toMatchObject({ last_value: 60, state: 'firing' });
  });

  it('look at what is stored where records come late, and say that they do', async () => {
    const site = newSite();
    await store(times(60, () => record({ siteId: site.id, receivedAtMs: at })));
    const rule = await makeRule(site.ownerId, { direction: 'below', value: 50 });
    expect(await harness.app.get(StoredUntilService).moment(new Date(now + MINUTE_MS))).toEqual(
      new Date(now + MINUTE_MS),
    );
    const later = new Date(now + 30 * MINUTE_MS);
    await harness.app.get(RuleEvaluationService).evaluate(1, later, { asOf: new Date(now) });
    expect(await ruleAfter(site.ownerId, rule)).toMatchObject({
      ...{ state: 'ok', last_value: 60, last_problem: 'logs_behind' },
    });
    await harness.app.get(RuleEvaluationService).evaluate(1, new Date(later.getTime() + MINUTE_MS));
    expect(await ruleAfter(site.ownerId, rule)).toMatchObject({ state: 'firing', last_problem: null });
  });

  it('go on in a flood of more requests than they read, by the newest of them', async () => {
    const site = newSite();
    const minuteMs = Math.floor(now / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
    await store(
      times(60, (index) =>
        record({
          ...{ siteId: site.id, status: 503, clientAddress: `198.51.100.${index}` },
          receivedAtMs: BigInt(minuteMs + 45_000),
        }),
      ),
    );
    await harness.database.query(
      'UPDATE traffic_minutes SET requests = 1000000 FROM sites WHERE sites.site_no = traffic_minutes.site_no AND site_id = $1',
      [site.id],
    );
    const filter = { http_status: '5xx' };
    const [counted, clients, tooFew] = [
      await makeRule(site.ownerId, { filter, value: 100 }),
      await makeRule(site.ownerId, { filter, measure: 'clients', value: 50 }),
      await makeRule(site.ownerId, { filter, measure: 'clients', value: 60 }),
    ];
    await run();
    // 60 in the newest half of them.
    expect(await ruleAfter(site.ownerId, counted)).toMatchObject({
      ...{ state: 'firing', last_value: 120, last_problem: 'alert_reads_part' },
    });
    await eventually('an alert', async () => expect(eventsOf(clients)).toHaveLength(1));
    expect(eventsOf(clients)[0]?.payload.alert?.summary).toContain(
      '60 clients with matching requests in 5 minutes, more than 50, counted in the newest 500,000 requests',
    );
    // The other half may have one more.
    expect(await ruleAfter(site.ownerId, tooFew)).toMatchObject({
      ...{ state: 'ok', last_value: null, last_problem: 'alert_reads_too_much' },
    });
  });

  it('neither begin nor end by requests that an edge node may still have', async () => {
    const site = newSite();
    await store(times(60, () => record({ siteId: site.id, receivedAtMs: at })));
    const [above, below] = [
      await makeRule(site.ownerId, { value: 50 }),
      await makeRule(site.ownerId, { direction: 'below', value: 50 }),
    ];
    const states = async () => [
      (await ruleAfter(site.ownerId, above)).state,
      (await ruleAfter(site.ownerId, below)).state,
    ];
    await run();
    expect(await states()).toEqual(['firing', 'ok']);
    const quiet = new Date(now + 10 * MINUTE_MS);
    await harness.app.get(RuleEvaluationService).evaluate(1, quiet, { areEdgesMissing: true });
    expect(await states()).toEqual(['firing', 'ok']);
    expect(await ruleAfter(site.ownerId, below)).toMatchObject({ last_problem: 'edges_missing' });
    await run(quiet.getTime() + 1_000);
    expect(await states()).toEqual(['ok', 'firing']);
  });

  it('know of an edge node that fell silent, until it is taken for one that serves nobody', async () => {
    const missing = harness.app.get(MissingEdgesService);
    const edge = new Redis(harness.environment.PALISADE_EDGE_REDIS_URL);
    const silentFor = async (ms: number) => {
      const report = { ...nodeReport(), seenAtMs: Date.now() - ms };
      await edge.hset(EDGE_KEYS.nodes, 'far', JSON.stringify(report));
      return await missing.areAny();
    };
    try {
      expect([await silentFor(0), await silentFor(NODE_ALIVE_MS + 5_000)]).toEqual([false, true]);
      expect(await silentFor(MAX_CUT_OFF_MS + 5_000)).toBe(false);
      await silentFor(NODE_ALIVE_MS + 5_000);
      await edge.hdel(EDGE_KEYS.nodes, 'far');
      expect(await missing.areAny()).toBe(false);
    } finally {
      edge.disconnect();
    }
  });

  it('are told however many there are', async () => {
    const site = newSite();
    const rule = await makeRule(site.ownerId, {});
    await harness.database.query(
      `INSERT INTO owner_alerts (alert_id, rule_id, owner_id, rule_name, severity, site_id, domain_name, summary, note,
         channel_ids, is_silent, fired_at, resolved_at, begin_told, end_told)
       SELECT gen_random_uuid(), $1, $2, 'A rule', 'info', '', '', '', '', '{}', false, now(), now(), false, false
       FROM generate_series(1, 250)`,
      [rule, site.ownerId],
    );
    await harness.app.get(OwnerAlertsService).announce();
    await eventually('all of them', async () => expect(eventsOf(rule)).toHaveLength(500));
    // Firing alerts are listed first, however old they are.
    await harness.database.query(
      `INSERT INTO owner_alerts SELECT (one).* FROM (
         SELECT jsonb_populate_record(a, jsonb_build_object('alert_id', gen_random_uuid(), 'summary', 'goes on',
           'fired_at', now() - interval '1 month', 'resolved_at', NULL, 'begin_told', true)) AS one
         FROM owner_alerts a WHERE rule_id = $1 LIMIT 1) AS copied`,
      [rule],
    );
    const { body } = await call(site.ownerId, 'GET', '/alerts');
    expect(body.alerts).toHaveLength(100);
    expect(body.alerts[0]).toMatchObject({ summary: 'goes on', resolved_at: null });
  });

  it('are their owner’s alone, and gone with the account', async () => {
    const [site, stranger] = [newSite(), newSite()];
    const rule = await makeRule(site.ownerId, {});
    const body = { name: 'Mine', condition: condition({}) };
    for (const [method, path, sent] of [
      ['PUT', `/alert-rules/${rule}`, body],
      ['DELETE', `/alert-rules/${rule}`, undefined],
      ['POST', `/alert-rules/${rule}/silence`, { minutes: 5 }],
      ['POST', '/alert-rules', { ...body, domain: site.id }],
      ['POST', '/alert-rules/preview', { domain: site.id, condition: condition({}) }],
    ] as const)
      expect((await call(stranger.ownerId, method, path, sent)).status).toBe(404);
    expect((await call(stranger.ownerId, 'GET', '/alert-rules')).body.rules).toEqual([]);
    for (let count = 0; count < 2; count++)
      await publishAsProducers(harness.bus, harness.eventSettings, [
        {
          type: 'auth.user_deleted.v1',
          key: site.ownerId,
          payload: { userId: site.ownerId, email: 'ada@example.com' },
        },
      ]);
    await eventually('no rule', async () =>
      expect((await call(site.ownerId, 'GET', '/alert-rules')).body.rules).toEqual([]),
    );
  });

  it('say at its field what is wrong', async () => {
    const { ownerId } = newSite();
    const refused = async (more: object) =>
      (await call(ownerId, 'POST', '/alert-rules', { name: 'A rule', condition: condition(more) })).body;
    expect(await refused({ filter: { http_status: '9xx' } })).toMatchObject({
      code: 'alert_filter_invalid',
      errors: [{ path: 'condition.filter.http_status' }],
    });
    expect(await refused({ compare: 'usual', filter: { path: '/a' } })).toMatchObject({
      code: 'alert_usual_unknown',
      errors: [{ path: 'condition.compare' }],
    });
    expect(await refused({ window_minutes: 4 })).toMatchObject({
      errors: [{ path: 'condition.window_minutes' }],
    });
    for (let count = 0; count < 20; count++) await makeRule(ownerId, {});
    expect(await refused({})).toMatchObject({ code: 'too_many_alert_rules' });
  });
});
