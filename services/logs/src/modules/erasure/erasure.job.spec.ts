import { Logger } from '@nestjs/common';
import { HOUR_MS } from '@palisade/basics';
import { ErasureJob } from './erasure.job.ts';
import type { SiteErasureService } from './site-erasure.service.ts';
import type { SiteErasuresRepository } from './site-erasures.repository.ts';

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(true));

it('claims each site from when its turn comes, however long the one before has taken', async () => {
  let nowMs = 0;
  const waiting = ['large', 'small'].map((siteId) => ({ siteId, removedAtMs: 0, roundsDone: 0 }));
  const claimedAt: number[] = [];
  const erasures: Partial<SiteErasuresRepository> = {
    claim: async (atMs) => {
      claimedAt.push(atMs);
      return waiting.shift() ?? null;
    },
    roundDone: async () => undefined,
  };
  const eraser: Partial<SiteErasureService> = {
    erase: async () => {
      nowMs += HOUR_MS;
      return 0;
    },
  };
  await new ErasureJob(erasures as SiteErasuresRepository, eraser as SiteErasureService).eraseDue(
    () => nowMs,
  );
  expect(claimedAt).toEqual([0, HOUR_MS, 2 * HOUR_MS]);
});

it('goes on with the next site where one has taken its time, and ends with what has failed otherwise', async () => {
  const waiting = ['large', 'broken', 'unseen'].map((siteId) => ({ siteId, removedAtMs: 0, roundsDone: 0 }));
  const putOff: string[] = [];
  const erasures: Partial<SiteErasuresRepository> = {
    claim: async () => waiting.shift() ?? null,
    putOff: async ({ siteId }) => void putOff.push(siteId),
  };
  const eraser: Partial<SiteErasureService> = {
    erase: (siteId, until) =>
      siteId === 'broken'
        ? Promise.reject(new Error('the store is away'))
        : new Promise((_resolve, reject) => {
            until?.addEventListener('abort', () => reject(until.reason as Error));
            // The time-out alone keeps no process alive.
            setTimeout(() => undefined, 50);
          }),
  };
  const job = new ErasureJob(erasures as SiteErasuresRepository, eraser as SiteErasureService);
  await expect(job.eraseDue(Date.now, 5)).rejects.toThrow('the store is away');
  expect([putOff, waiting.length]).toEqual([['large'], 1]);
});
