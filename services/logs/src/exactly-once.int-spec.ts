// The service is killed (SIGKILL) again and again while it stores, and must have stored everything exactly once in the
// end.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { builtProgram, eventually } from '@palisade/testing';
import { startSurroundings } from './test/harness.ts';
import { attack, logBatch, record } from './test/records.ts';

// Real servers, on machines that run other tests as well.
jest.setTimeout(300_000);

const BATCHES = 120;
const RECORDS = 250;
const KILLS = 4;

describe('exactly once', () => {
  it('holds for rows, roll-ups and totals when the service is killed in the middle of its work', async () => {
    const surroundings = await startSurroundings();
    const { database, environment } = surroundings;
    const start = (): ChildProcess =>
      spawn(process.execPath, [builtProgram('logs')], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    const count = async () => {
      const { rows } = await database
        .query('SELECT count(*) AS n FROM request_logs')
        // Before the first start there are no tables.
        .catch((error: { code?: string }) => {
          if (error.code !== '42P01') throw error;
          return { rows: [{ n: 0 }] };
        });
      return Number(rows[0].n);
    };
    const siteId = randomUUID();
    const ids: string[] = [];
    const batches = Array.from({ length: BATCHES }, (_, i) => {
      const records = Array.from({ length: RECORDS }, (_, n) =>
        n % 5 === 0 ? attack(1001, { siteId }) : record({ siteId }),
      );
      ids.push(...records.map(({ requestId }) => requestId));
      const segment = Math.floor(i / 10);
      return logBatch(records, {
        nodeId: `node-${segment % 3}`,
        segmentId: `segment-${segment}`,
        firstIndex: (i % 10) * RECORDS,
        last: i % 10 === 9,
      });
    });
    let child = start();
    try {
      const publishing = (async () => {
        for (const batch of batches) {
          await surroundings.publish(batch);
          await sleep(60);
        }
      })();
      for (let kill = 1; kill <= KILLS; kill++) {
        const before = await count();
        await eventually(
          'progress',
          async () => {
            if ((await count()) < before + 500) throw new Error(`${await count()} of ${ids.length}`);
          },
          60_000,
        );
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
        child = start();
      }
      await publishing;
      await eventually(
        'everything stored',
        async () => {
          if ((await count()) < ids.length) throw new Error(`${await count()} of ${ids.length}`);
        },
        60_000,
      );
      await sleep(500);
      const { rows } = await database.query('SELECT request_id FROM request_logs');
      expect(rows.map((row) => row.request_id).toSorted()).toEqual(ids.toSorted());
      const { rows: sums } = await database.query(
        `SELECT (SELECT sum(requests) FROM traffic_minutes) AS minutes, (SELECT sum(requests) FROM traffic_hours) AS hours,
           (SELECT sum(blocked) FROM facet_hours WHERE kind = 1) AS threats, t.requests, t.blocked
         FROM site_totals t`,
      );
      const total = String(ids.length);
      const blocked = String(ids.length / 5);
      expect(sums).toEqual([{ minutes: total, hours: total, threats: blocked, requests: total, blocked }]);
      for (let segment = 0; segment < BATCHES / 10; segment++) {
        const progress = await surroundings.stored(`node-${segment % 3}`, `segment-${segment}`, 10 * RECORDS);
        expect(progress.done).toBe(true);
      }
    } finally {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      await surroundings.dispose();
    }
  });
});
