import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { eventually } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record, utf8 } from '../../test/records.ts';
import { PostgresLogStore } from '../log-store/postgres/postgres-log-store.ts';
import { RetentionJob } from '../retention/retention.job.ts';
import { IngestService } from './ingest.service.ts';
import { IngestMetricsService } from './ingest-metrics.service.ts';
import { RecordStoreService } from './record-store.service.ts';
import { NO_RECORDINGS } from './recorded-requests.service.ts';
import { SitesRepository } from './sites.repository.ts';

describe('storing request logs', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.dispose());

  const rowsOf = async (siteId: string) => {
    const { rows } = await harness.database.query(
      'SELECT l.* FROM request_logs l JOIN sites s USING (site_no) WHERE s.site_id = $1 ORDER BY received_at, request_id',
      [siteId],
    );
    return rows;
  };
  const requestsOf = async (siteId: string) => {
    const { rows } = await harness.database.query(
      'SELECT t.requests, t.blocked FROM site_totals t JOIN sites s USING (site_no) WHERE s.site_id = $1',
      [siteId],
    );
    return rows[0] ? { requests: Number(rows[0].requests), blocked: Number(rows[0].blocked) } : null;
  };

  it('stores every field of a record, and says so to the edge', async () => {
    const siteId = randomUUID();
    const segmentId = randomUUID();
    const receivedAtMs = Date.now() - 60_000;
    const one = attack(1001, {
      siteId,
      receivedAtMs: BigInt(receivedAtMs),
      city: 'Köln',
      asn: 64_500,
      asnName: 'Example Netz',
      referer: utf8('https://a.example/'),
      inboundScore: 5,
      configVersion: 3n,
      cacheStatus: 'MISS',
      originDurationUs: 1_500,
    });
    await harness.publish(logBatch([one], { segmentId }));
    expect(await harness.stored('node-1', segmentId, 1)).toEqual({ nextIndex: 1, done: true });
    expect(await rowsOf(siteId)).toMatchObject([
      {
        received_at: new Date(receivedAtMs),
        request_id: one.requestId,
        retention_days: 30,
        client_address: '192.0.2.7',
        client_port: 40_000,
        country: 'DE',
        city: 'Köln',
        asn: '64500',
        asn_name: 'Example Netz',
        protocol: 'HTTP/1.1',
        scheme: 'https',
        host: 'shop.example',
        method: 'GET',
        target: '/search?q=shoes',
        user_agent: 'Mozilla/5.0',
        referer: 'https://a.example/',
        status: 403,
        origin_status: 0,
        request_bytes: '500',
        response_bytes: '4000',
        duration_us: '20000',
        origin_duration_us: '1500',
        cache_status: 'MISS',
        action: requestLogV1.EdgeAction.BLOCK,
        blocked: true,
        threat: 1,
        reason: 'rule',
        rule_id: '1001',
        rule_message: 'Rule 1001',
        inbound_score: 5,
        config_version: '3',
        server_name: 'edge-1',
        matches: [{ rule_id: 1001, targets: [{ name: 'ARGS:q', match_offset: 3, match_length: 6 }] }],
      },
    ]);
  });

  it('stores hostile bytes as text that can be read', async () => {
    const siteId = randomUUID();
    const segmentId = randomUUID();
    const hostile = Uint8Array.of(
      0x2f,
      0x00,
      0x09,
      0x0a,
      0x0d,
      0x5c,
      0x4e,
      0xff,
      0xc0,
      0xaf,
      0xc3,
      0xa4,
      0xed,
      0xa0,
      0x80,
    );
    const clean = '/\\x00\\x09\\x0A\\x0D\\N\\xFF\\xC0\\xAFä\\xED\\xA0\\x80';
    const one = attack(2001, {
      siteId,
      target: hostile,
      userAgent: hostile,
      clientAddress: '1.2.3.4\u0000\t',
    });
    one.matches[0]!.targets[0]!.value = hostile;
    one.matches[0]!.targets[0]!.name = 'ARGS:\u0000';
    one.matches[0]!.message = 'nul \u0000 in a message';
    await harness.publish(logBatch([one, record({ siteId })], { segmentId }));
    await harness.stored('node-1', segmentId, 2);
    const rows = await rowsOf(siteId);
    expect(rows).toHaveLength(2);
    const row = rows.find(({ request_id }) => request_id === one.requestId);
    expect(row).toMatchObject({ target: clean, user_agent: clean, client_address: '1.2.3.4\\x00\\x09' });
    expect(row.matches[0]).toMatchObject({
      message: 'nul \\x00 in a message',
      targets: [{ value: clean, name: 'ARGS:\\x00' }],
    });
  });

  it('stores repeats once, also in part, and confirms them again', async () => {
    const siteId = randomUUID();
    const segmentId = randomUUID();
    const records = Array.from({ length: 30 }, () => record({ siteId }));
    const part = (from: number, to: number, last = false) =>
      logBatch(records.slice(from, to), { segmentId, firstIndex: from, last });
    await harness.publish(
      part(0, 10),
      part(0, 10),
      part(5, 20),
      part(0, 20),
      part(20, 30, true),
      part(10, 30, true),
    );
    expect(await harness.stored('node-1', segmentId, 30)).toEqual({ nextIndex: 30, done: true });
    await harness.commits.forget('node-1', [segmentId]);
    await harness.publish(part(0, 30, true));
    expect(await harness.stored('node-1', segmentId, 30)).toEqual({ nextIndex: 30, done: true });
    const ids = (await rowsOf(siteId)).map((row) => row.request_id);
    expect(ids.toSorted()).toEqual(records.map(({ requestId }) => requestId).toSorted());
    expect(await requestsOf(siteId)).toEqual({ requests: 30, blocked: 0 });
  });

  it('waits for what is missing instead of confirming past it', async () => {
    const siteId = randomUUID();
    const segmentId = randomUUID();
    const records = Array.from({ length: 20 }, () => record({ siteId }));
    await harness.publish(logBatch(records.slice(10), { segmentId, firstIndex: 10 }));
    expect(await harness.stored('node-1', segmentId, 0)).toEqual({ nextIndex: 0, done: false });
    expect(await rowsOf(siteId)).toEqual([]);
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, 20);
    expect(await rowsOf(siteId)).toHaveLength(20);
  });

  it('leaves a damaged record out and keeps its neighbours', async () => {
    const siteId = randomUUID();
    const segmentId = randomUUID();
    const batch = logBatch(
      [record({ siteId }), record({ siteId, requestId: 'DAMAGED-DAMAGED-DAMAGED' }), record({ siteId })],
      {
        segmentId,
      },
    );
    const bytes = Buffer.from(batch.payload as Uint8Array);
    // The length of the request id then points beyond the record.
    bytes[bytes.indexOf('DAMAGED') - 1] = 0x7f;
    bytes[bytes.indexOf('DAMAGED')] = 0xff;
    await harness.publish({ ...batch, payload: bytes });
    expect(await harness.stored('node-1', segmentId, 3)).toEqual({ nextIndex: 3, done: true });
    expect((await rowsOf(siteId)).length).toBeGreaterThanOrEqual(2);
  });

  it('counts as the records say', async () => {
    const siteId = randomUUID();
    const segmentId = randomUUID();
    await harness.publish(
      logBatch(
        [
          record({ siteId, durationUs: 7_000 }),
          record({
            siteId,
            status: 502,
            originStatus: 0,
            reason: 'origin:connect_timeout',
            durationUs: 3_000_000,
          }),
          attack(3001, { siteId, country: 'FR' }),
        ],
        { segmentId },
      ),
    );
    await harness.stored('node-1', segmentId, 3);
    const { rows: hours } = await harness.database.query(
      'SELECT t.* FROM traffic_hours t JOIN sites s USING (site_no) WHERE s.site_id = $1',
      [siteId],
    );
    expect(hours).toMatchObject([
      {
        requests: '3',
        blocked: '1',
        origin_requests: '2',
        origin_failures: '1',
        allowed_duration_us: '3007000',
      },
    ]);
    const { rows: facets } = await harness.database.query(
      'SELECT kind, value, requests::int FROM facet_hours f JOIN sites s USING (site_no) WHERE s.site_id = $1 ORDER BY kind, value',
      [siteId],
    );
    expect(facets.map(({ kind, value, requests }) => [kind, value, requests])).toEqual([
      [1, '3', 1],
      [2, 'DE', 2],
      [2, 'FR', 1],
      [3, '1', 1],
      [3, '9', 1],
      [4, '2xx', 1],
      [4, '4xx', 1],
      [4, '5xx', 1],
      [5, '/search', 3],
      [6, '192.0.2.7', 3],
      [7, 'GET', 3],
      [8, '', 3],
      [9, '', 3],
      [10, '3001 Rule 3001', 1],
      [11, 'Mozilla/5.0', 3],
      [13, '0', 2],
      [14, '1', 1],
      [14, '9', 1],
    ]);
  });

  it('counts together what a site has too much of, also what it was counted for by others', async () => {
    const siteId = randomUUID();
    const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS;
    const store = async (receivedAtMs: number, target: string) => {
      const segmentId = randomUUID();
      const one = record({ siteId, receivedAtMs: BigInt(receivedAtMs), target: utf8(target) });
      await harness.publish(logBatch([one], { segmentId }));
      await harness.stored('node-1', segmentId, 1);
    };
    await store(Date.now(), '/known');
    await harness.database.query(
      `INSERT INTO facet_hours SELECT site_no, 5, $2, '/' || i, 1, 0 FROM sites, generate_series(1, 500) i
       WHERE site_id = $1`,
      [siteId, new Date(hourMs)],
    );
    await store(hourMs + 1, '/7');
    await store(hourMs + 2, '/invented');
    const { rows } = await harness.database.query(
      `SELECT value, requests::int FROM facet_hours JOIN sites USING (site_no)
       WHERE site_id = $1 AND kind = 5 AND hour = $2 AND (requests > 1 OR value NOT SIMILAR TO '/[0-9]+') ORDER BY value`,
      [siteId, new Date(hourMs)],
    );
    expect(rows).toEqual([
      { value: '(other)', requests: 1 },
      { value: '/7', requests: 2 },
    ]);
  });

  it('bounds the values of a site also where several processes count for it at once', async () => {
    const siteId = randomUUID();
    const database = harness.app.get(DataSource);
    const processes = Array.from(
      { length: 4 },
      () =>
        new RecordStoreService(
          database,
          new PostgresLogStore(database),
          harness.app.get(SitesRepository),
          harness.app.get(IngestMetricsService),
          NO_RECORDINGS,
        ),
    );
    const invented = (by: number, round: number) =>
      Array.from({ length: 100 }, (_, i) => record({ siteId, target: utf8(`/${by}-${round}-${i}`) }));
    for (let round = 0; round < 4; round++)
      await Promise.all(
        processes.map((store, by) => store.store([logBatch(invented(by, round)).payload as Uint8Array])),
      );
    const { rows } = await harness.database.query(
      `SELECT count(*)::int AS values, sum(requests)::int AS requests FROM facet_hours JOIN sites USING (site_no)
       WHERE site_id = $1 AND kind = 5 GROUP BY hour`,
      [siteId],
    );
    // And one query for all others, unless the hour has changed meanwhile.
    expect(Math.max(...rows.map(({ values }) => values))).toBe(501);
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(1_600);
  });

  it('keeps each retention class in tables of its own, and drops exactly what a plan has run out for', async () => {
    const segmentId = randomUUID();
    const now = Date.now();
    const sites = { seven: randomUUID(), thirty: randomUUID() };
    const at = (daysAgo: number) => BigInt(now - daysAgo * DAY_MS);
    await harness.publish(
      logBatch(
        [
          record({ siteId: sites.seven, retentionDays: 7, receivedAtMs: at(0) }),
          record({ siteId: sites.seven, retentionDays: 7, receivedAtMs: at(3) }),
          record({ siteId: sites.seven, retentionDays: 7, receivedAtMs: at(20) }),
          record({ siteId: sites.thirty, retentionDays: 30, receivedAtMs: at(0) }),
          record({ siteId: sites.thirty, retentionDays: 30, receivedAtMs: at(20) }),
          record({ siteId: sites.thirty, retentionDays: 0, receivedAtMs: at(0) }),
        ],
        { segmentId },
      ),
    );
    await harness.stored('node-1', segmentId, 6);
    // Records that had expired on arrival were counted and not stored.
    expect(await rowsOf(sites.seven)).toHaveLength(2);
    expect(await requestsOf(sites.seven)).toEqual({ requests: 3, blocked: 0 });
    const classes = (await rowsOf(sites.thirty)).map((row) => row.retention_days);
    expect(classes.toSorted()).toEqual([30, 30, 7]);

    await harness.app.get(RetentionJob).apply(now + 5 * DAY_MS);
    expect(await rowsOf(sites.seven)).toHaveLength(1);
    expect(await rowsOf(sites.thirty)).toHaveLength(3);
    await harness.app.get(RetentionJob).apply(now + 9 * DAY_MS);
    expect(await rowsOf(sites.seven)).toHaveLength(0);
    expect((await rowsOf(sites.thirty)).map((row) => row.retention_days)).toEqual([30, 30]);
    await harness.app.get(RetentionJob).apply(now + 40 * DAY_MS);
    expect(await rowsOf(sites.thirty)).toHaveLength(0);
  });

  it('announces absolute totals soon after they change', async () => {
    const siteId = randomUUID();
    const announced: { total: bigint; blocked: bigint; allowed: bigint }[] = [];
    const subscription = await harness.bus.subscribe({
      group: 'test',
      registrations: {
        'logs.site_totals.v1': {
          mode: 'single',
          handle: async ({ payload }) => {
            if (payload.siteId !== siteId) return;
            announced.push({
              total: payload.totalRequests,
              blocked: payload.blockedRequests,
              allowed: payload.allowedRequests,
            });
          },
        },
      },
    });
    await harness.publish(logBatch([record({ siteId }), attack(1001, { siteId })]));
    await eventually('the first totals', async () =>
      expect(announced.at(-1)).toEqual({ total: 2n, blocked: 1n, allowed: 1n }),
    );
    await harness.publish(logBatch([record({ siteId })]));
    await eventually('the next totals', async () =>
      expect(announced.at(-1)).toEqual({ total: 3n, blocked: 1n, allowed: 2n }),
    );
    await subscription.stop();
  });

  it('stores what several consumers hand in at once, each record once', async () => {
    const siteId = randomUUID();
    const ingest = harness.app.get(IngestService);
    const batches = Array.from({ length: 8 }, (_, node) =>
      logBatch(
        Array.from({ length: 200 }, () => record({ siteId })),
        { nodeId: `parallel-${node}` },
      ),
    );
    const payloads = batches.map(({ payload }) => payload as Uint8Array);
    await Promise.all([...payloads, ...payloads].map((payload) => ingest.store([payload])));
    expect(await rowsOf(siteId)).toHaveLength(1600);
    expect(await requestsOf(siteId)).toEqual({ requests: 1600, blocked: 0 });
  });
});
