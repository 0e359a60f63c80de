import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { LogRow } from '../log-store/log-row.types.ts';
import type { LiveTailsRepository } from './live-tails.repository.ts';
import type { ShownRowsService } from './shown-rows.service.ts';
import { TailFeedService } from './tail-feed.service.ts';

// Nothing is stored meanwhile.
async function* none(): AsyncGenerator<LogRow[]> {
  yield [];
}

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(true));

it('says only who has come, and after a failure everybody anew, who may then have missed something', async () => {
  const said: number[][] = [];
  let looks = 0;
  const failing = { at: Number.POSITIVE_INFINITY };
  const tails = {
    follow: async (siteNos: readonly number[]) => void said.push([...siteNos]),
    leaveAllBut: async () => undefined,
    newestPosition: async () => '0',
    chunksBehind: async () => {
      if (++looks === failing.at) throw new Error('the database has crashed');
      return { chunks: [], isCut: false };
    },
  };
  const feed = new TailFeedService(
    tails as Partial<LiveTailsRepository> as LiveTailsRepository,
    { ofChunks: (): AsyncGenerator<LogRow[]> => none() } as Partial<ShownRowsService> as ShownRowsService,
  );
  let gaps = 0;
  const listener = { offer: () => undefined, missed: () => void gaps++ };
  await feed.follow(listener, [1]);
  await feed.follow(listener, [1, 2], [1]);
  expect(said).toEqual([[1], [2]]);
  expect(gaps).toBe(0);
  failing.at = looks + 1;
  while (said.length < 3) await sleep(20);
  expect(said[2]).toEqual([1, 2]);
  while (gaps === 0) await sleep(20);
  // Of each of its sites.
  expect(gaps).toBe(2);
  feed.leave(listener, [1, 2]);
  feed.beforeApplicationShutdown();
});
