import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import { OriginHealthBoard } from '@palisade/edge-state';
import { Redis } from 'ioredis';
import { startHarness } from '../../test/harness.ts';
import { OriginHealthJob } from '../origin-health/origin-health.job.ts';
import { OriginHealthRepository } from '../origin-health/origin-health.repository.ts';
import { MIN_OUTAGE_FAILURES, UPTIME_MS, UptimeRepository } from './uptime.repository.ts';

describe('uptime', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const nowMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  let siteNo = 1000;

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.dispose());

  /** A site with that many requests to its origin and failures, so many minutes ago. */
  async function siteWith(minutes: readonly (readonly [ago: number, asked: number, failed: number])[]) {
    siteNo++;
    await harness.database.query(
      'INSERT INTO sites (site_no, site_id) OVERRIDING SYSTEM VALUE VALUES ($1, $2)',
      [siteNo, randomUUID()],
    );
    for (const [ago, asked, failed] of minutes) {
      const at = new Date(nowMs - ago * MINUTE_MS);
      for (const [table, time] of [
        ['traffic_minutes', 'minute'],
        ['traffic_hours', 'hour'],
      ])
        await harness.database.query(
          `INSERT INTO ${table} AS t VALUES ($1, date_trunc('${time}', $2::timestamptz), $3, 0, 0, 0, 0, $3, $4)
           ON CONFLICT (site_no, ${time}) DO UPDATE SET origin_requests = t.origin_requests + excluded.origin_requests,
             origin_failures = t.origin_failures + excluded.origin_failures`,
          [siteNo, at, asked, failed],
        );
    }
    return siteNo;
  }
  /** Results of health checks, so many minutes ago. */
  async function checkedAt(site: number, verdicts: readonly (readonly [ago: number, healthy: boolean])[]) {
    for (const [ago, healthy] of verdicts)
      await harness.app
        .get(OriginHealthRepository)
        .record([{ siteNo: site, healthy, atMs: nowMs - ago * MINUTE_MS }]);
  }
  const uptime = (...sites: number[]) => harness.app.get(UptimeRepository).uptime(sites, nowMs);

  it('is not known where no origin was asked', async () => {
    expect(await uptime(await siteWith([]))).toBeNull();
    expect(await uptime(await siteWith([[30, 0, 0]]))).toBeNull();
    expect(await uptime()).toBeNull();
  });

  it('is time, not requests: one failure of eleven is no outage', async () => {
    const site = await siteWith([
      [100, 5, 0],
      [50, 1, 1],
      [20, 5, 0],
    ]);
    expect(await uptime(site)).toEqual({
      sinceMs: nowMs - 100 * MINUTE_MS,
      observedMs: 100 * MINUTE_MS,
      downMs: 0,
    });
  });

  it('counts from the first to the last failure with no answer between them, whatever the number', async () => {
    const site = await siteWith([
      [400, 10, 0],
      [200, 1, 1],
      [190, 1, 1],
      [130, MIN_OUTAGE_FAILURES - 2, MIN_OUTAGE_FAILURES - 2],
      [100, 10, 9],
      [60, 1000, 1000],
    ]);
    expect((await uptime(site))?.downMs).toBe((70 + 1 + 1) * MINUTE_MS);
  });

  it('ends an outage at an hour in which all was answered', async () => {
    const site = await siteWith([
      [300, 2, 2],
      [200, 2, 0],
      [60, 2, 2],
    ]);
    expect((await uptime(site))?.downMs).toBe(0);
  });

  it('adds up sites, each from its own beginning, and looks back no further than minutes are kept', async () => {
    const old = await siteWith([
      [UPTIME_MS / MINUTE_MS + 500, 9, 9],
      [100, 1, 0],
    ]);
    const young = await siteWith([[10, 5, 5]]);
    expect(await uptime(old, young)).toEqual({
      sinceMs: nowMs - 100 * MINUTE_MS,
      observedMs: 110 * MINUTE_MS,
      downMs: MINUTE_MS,
    });
  });

  it('knows from health checks of outages without a visitor, and counts once what traffic saw, too', async () => {
    const site = await siteWith([
      [100, 5, 0],
      [60, 9, 9],
      [58, 3, 3],
      [10, 5, 0],
    ]);
    await checkedAt(site, [
      [300, true],
      [200, false],
      [195, false],
      [190, true],
      [61, true],
      [60, false],
      [50, true],
      [1, true],
    ]);
    expect(await uptime(site)).toEqual({
      sinceMs: nowMs - 300 * MINUTE_MS,
      observedMs: 300 * MINUTE_MS,
      downMs: (10 + 10) * MINUTE_MS,
    });
    const never = await siteWith([]);
    await checkedAt(never, [[30, false]]);
    expect(await uptime(never)).toEqual({
      sinceMs: nowMs - 30 * MINUTE_MS,
      observedMs: 30 * MINUTE_MS,
      downMs: 0,
    });
  });

  it('keeps what the board of the edges shows, once, for a site that nobody visits', async () => {
    const siteId = randomUUID();
    const redis = new Redis(harness.environment.PALISADE_EDGE_REDIS_URL);
    const board = new OriginHealthBoard(redis);
    const job = harness.app.get(OriginHealthJob);
    const seen = { node: 'a', origin: 'http://o.example:80', status: 0, problem: 'refused', latencyMs: 0 };
    const at = Date.now() - 5 * MINUTE_MS;
    for (const [checkedAtMs, healthy] of [
      [at, false],
      [at + 60_000, false],
      [at + 120_000, true],
    ] as const) {
      await board.record(siteId, { ...seen, checkedAtMs, healthy });
      await Promise.all([job.keep(), job.keep()]);
    }
    redis.disconnect();
    const [{ site_no: known }] = (
      await harness.database.query('SELECT site_no FROM logs.sites WHERE site_id = $1', [siteId])
    ).rows;
    expect(
      (
        await harness.database.query(
          'SELECT began_at, seen_at, healthy FROM logs.origin_health_spans WHERE site_no = $1 ORDER BY began_at',
          [known],
        )
      ).rows,
    ).toEqual([
      { began_at: new Date(at), seen_at: new Date(at + 60_000), healthy: false },
      { began_at: new Date(at + 120_000), seen_at: new Date(at + 120_000), healthy: true },
    ]);
  });
});
