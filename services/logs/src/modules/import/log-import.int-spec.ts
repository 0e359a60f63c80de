import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { startHarness } from '../../test/harness.ts';
import { logBatch, record } from '../../test/records.ts';
import { RecordStoreService } from '../ingest/record-store.service.ts';
import { RollUpsRepository } from '../roll-ups/roll-ups.repository.ts';
import type { ImportLine } from './import-line.schema.ts';
import { LogImport } from './log-import.ts';

const RANDOM = randomUUID();
const DAYS = 30;
const MAX_HELD_BYTES = 4 * 1024 * 1024;

describe('an import', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const nowMs = Date.now();
  const sinceMs = nowMs - DAYS * 24 * HOUR_MS;

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.dispose());

  const line = (domainId: string, atMs: number, more: Partial<ImportLine> = {}): ImportLine => ({
    request_id: randomUUID(),
    domain_id: domainId,
    timestamp: new Date(atMs).toISOString(),
    remote_addr: '198.18.3.4',
    geo_country: 'FR',
    host: 'shop.example',
    request_method: 'GET',
    request_uri: '/cart?step=2',
    http_status: 200,
    origin_status: 200,
    request_bytes: 400,
    response_bytes: 5_000,
    duration_ms: 12.5,
    action: 'allow',
    ...more,
  });
  const blocked: Partial<ImportLine> = {
    action: 'block',
    http_status: 403,
    origin_status: 0,
    modsec_rule_id: 1001,
    modsec_message: 'SQL injection',
    matches: [{ rule_id: 1001, phase: 2, message: 'SQL injection', severity: 'CRITICAL', score: 5 }],
  };
  /** A request every half hour of the month; every third is blocked. */
  const month = (domainId: string) =>
    Array.from({ length: DAYS * 48 }, (_, i) =>
      line(domainId, sinceMs + i * (HOUR_MS / 2), i % 3 === 0 ? blocked : {}),
    );

  const importing = async (domainId: string, lines: readonly ImportLine[]) => {
    const records = harness.app.get(RecordStoreService);
    return await new LogImport({
      store: (batches) => records.store(batches, nowMs, false),
      sinceMs,
      maxHeldBytes: MAX_HELD_BYTES,
      taken: await harness.app.get(RollUpsRepository).hoursWithTraffic([domainId], sinceMs),
      source: 'sample data',
      nowMs,
    }).run(
      (async function* () {
        for (const one of lines) yield JSON.stringify(one);
      })(),
    );
  };
  const one = async (sql: string, domainId: string) =>
    (await harness.database.query(`${sql} JOIN sites s USING (site_no) WHERE s.site_id = $1`, [domainId]))
      .rows[0];

  it('becomes records and roll-ups that say the same, once, however often it is run', async () => {
    const domainId = randomUUID();
    const lines = month(domainId);
    expect(await importing(domainId, lines)).toEqual({ imported: lines.length, left: 0 });
    expect(await importing(domainId, lines)).toEqual({ imported: 0, left: lines.length });
    const counted = { requests: lines.length, blocked: lines.length / 3 };
    const figures = 'sum(requests)::int AS requests, sum(blocked)::int AS blocked';
    expect(
      await one(
        `SELECT count(*)::int AS requests, count(*) FILTER (WHERE blocked)::int AS blocked,
         bool_and(server_name = 'sample data') AS marked FROM request_logs l`,
        domainId,
      ),
    ).toEqual({ ...counted, marked: true });
    expect(await one(`SELECT ${figures} FROM traffic_hours t`, domainId)).toEqual(counted);
    expect(await one(`SELECT ${figures} FROM site_totals t`, domainId)).toEqual(counted);
    for (const kind of [1, 2, 4, 5, 6]) {
      const { requests } = await one(
        `SELECT sum(requests)::int AS requests FROM (SELECT * FROM facet_hours WHERE kind = ${kind}) f`,
        domainId,
      );
      expect([kind, requests]).toEqual([kind, kind === 1 ? counted.blocked : counted.requests]);
    }
    // No edge of ours sent these bytes: they are not metered.
    expect(await one('SELECT response_bytes::int AS bytes FROM site_totals t', domainId)).toEqual({
      bytes: 0,
    });
    // Older ones would be dropped at once.
    const minutes = await one('SELECT min(minute) AS oldest FROM traffic_minutes t', domainId);
    expect(minutes.oldest.getTime()).toBeGreaterThan(nowMs - 3 * 24 * HOUR_MS - 60_000);
  });

  it('fills gaps only: hours in which an edge saw something stay as they are', async () => {
    const domainId = randomUUID();
    const seenMs = nowMs - 5 * HOUR_MS;
    await harness.app
      .get(RecordStoreService)
      .store([logBatch([record({ siteId: domainId, receivedAtMs: BigInt(seenMs) })]).payload as Uint8Array]);
    const lines = [seenMs - HOUR_MS, seenMs, seenMs + HOUR_MS].map((atMs) => line(domainId, atMs));
    expect(await importing(domainId, lines)).toEqual({ imported: 2, left: 1 });
  });

  it.each([
    ['the future', (id: string) => [line(id, nowMs + HOUR_MS)], 'line 1: timestamp: lies in the future'],
    ['a stranger’s domain', () => [line(randomUUID(), nowMs)], 'line 1: domain_id: is none'],
    [
      'what lies before the beginning',
      (id: string) => [line(id, sinceMs - 1)],
      'line 1: timestamp: lies before',
    ],
    [
      'an hour behind a later one',
      (id: string) => [line(id, nowMs - HOUR_MS), line(id, nowMs - 2 * HOUR_MS)],
      'line 2: timestamp: lines must be sorted',
    ],
    [
      'one that comes twice',
      (id: string) => [line(id, nowMs, { request_id: RANDOM }), line(id, nowMs, { request_id: RANDOM })],
      'line 2: request_id: is in this hour already',
    ],
    [
      'a number that no column holds',
      (id: string) => [line(id, nowMs, { modsec_rule_id: 2 ** 40 })],
      'line 1: modsec_rule_id',
    ],
    [
      'an hour of more than can be held',
      (id: string) => Array.from({ length: 2_500 }, () => line(id, nowMs, { user_agent: 'x'.repeat(2_000) })),
      'too much in this hour',
    ],
    ['no action', (id: string) => [line(id, nowMs, { action: 'wave' })], 'line 1: action: is no action'],
  ])('refuses %s by its line, and stores nothing of it', async (_what, lines, message) => {
    const domainId = randomUUID();
    await expect(importing(domainId, lines(domainId))).rejects.toThrow(message);
    expect(await one('SELECT count(*)::int AS count FROM request_logs l', domainId)).toEqual({ count: 0 });
  });
});
