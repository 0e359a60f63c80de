import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { createRedisStreamsBus, readEventKeys } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';
import { ErasureJob } from './erasure.job.ts';
import { SiteErasureService } from './site-erasure.service.ts';
import { SiteErasuresRepository } from './site-erasures.repository.ts';

const TABLES = ['request_logs', 'traffic_minutes', 'traffic_hours', 'facet_hours'];

describe('logs of sites that were removed', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.dispose());

  const countIn = async (table: string, siteId: string) => {
    const { rows } = await harness.database.query(
      `SELECT count(*) AS n FROM ${table} JOIN sites USING (site_no) WHERE site_id = $1`,
      [siteId],
    );
    return Number(rows[0].n);
  };
  const store = async (siteId: string) => {
    const segmentId = randomUUID();
    await harness.publish(logBatch([record({ siteId }), attack(1001, { siteId })], { segmentId }));
    await harness.stored('node-1', segmentId, 2);
  };
  const remove = async (siteId: string) => {
    const domains = createRedisStreamsBus({
      url: harness.environment.PALISADE_BUS_REDIS_URL,
      source: 'domains',
      keys: readEventKeys(harness.eventSettings('domains')),
    });
    const payload = { domainId: siteId, ownerId: randomUUID(), domainName: 'gone.example' };
    await domains.publish([{ type: 'domains.domain_removed.v1', key: siteId, payload }]);
    await domains.close();
    await eventually('the removal to be known', async () => {
      const { rows } = await harness.database.query('SELECT 1 FROM site_erasures WHERE site_id = $1', [
        siteId,
      ]);
      expect(rows).toHaveLength(1);
    });
  };

  it('are deleted, with what edges deliver late; other sites keep theirs', async () => {
    const [gone, kept] = [randomUUID(), randomUUID()];
    await store(gone);
    await store(kept);
    await remove(gone);
    const job = harness.app.get(ErasureJob);
    const now = Date.now();
    await job.eraseDue(() => now);
    for (const table of TABLES) {
      expect([table, await countIn(table, gone)]).toEqual([table, 0]);
      expect(await countIn(table, kept)).toBeGreaterThan(0);
    }
    // What was counted for the plan stays counted.
    expect(await countIn('site_totals', gone)).toBe(1);

    await store(gone);
    await job.eraseDue(() => now);
    expect(await countIn('request_logs', gone)).toBe(2);
    await job.eraseDue(() => now + 2 * HOUR_MS);
    expect(await countIn('request_logs', gone)).toBe(0);

    await job.eraseDue(() => now + 2 * DAY_MS);
    await job.eraseDue(() => now + 8 * DAY_MS);
    const roundsDone = 'SELECT rounds_done FROM site_erasures WHERE site_id = $1';
    expect((await harness.database.query(roundsDone, [gone])).rows).toEqual([{ rounds_done: 4 }]);
    // Rounds count from the first word, so a removal that is said twice does not begin them again.
    await harness.app.get(SiteErasuresRepository).add(gone, now + 9 * DAY_MS);
    expect((await harness.database.query(roundsDone, [gone])).rows).toEqual([{ rounds_done: 4 }]);
    await job.eraseDue(() => now + 31 * DAY_MS);
    expect((await harness.database.query('SELECT 1 FROM site_erasures')).rows).toEqual([]);
  });

  it('go step by step where there are many, and keep no other site waiting', async () => {
    const [large, small] = [randomUUID(), randomUUID()];
    await store(large);
    await store(small);
    await remove(large);
    await remove(small);
    const eraser = harness.app.get(SiteErasureService);
    const turns: string[] = [];
    let steps = 0;
    const whole = eraser.erase.bind(eraser);
    const spy = jest.spyOn(eraser, 'erase').mockImplementation(async (siteId, until) => {
      turns.push(siteId === large ? 'large' : 'small');
      // As a store does between two of its statements.
      if (siteId === large && ++steps < 3)
        await new Promise((_resolve, reject) => until?.addEventListener('abort', () => reject(until.reason)));
      return whole(siteId);
    });
    await harness.app.get(ErasureJob).eraseDue(Date.now, 20);
    spy.mockRestore();
    expect(turns.filter((turn) => turn === 'large')).toHaveLength(3);
    expect(turns.indexOf('small')).toBeLessThan(turns.lastIndexOf('large'));
    expect([await countIn('request_logs', large), await countIn('request_logs', small)]).toEqual([0, 0]);
  });
});
