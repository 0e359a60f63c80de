import { setTimeout as sleep } from 'node:timers/promises';
import type { UserId } from '@palisade/nest-kit';
import { NO_FILTER } from '../log-store/log-filter.types.ts';
import type { SearchResult } from '../log-store/log-store.port.ts';
import type { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import type { LogSearchService } from '../search/log-search.service.ts';
import type { LiveRepository } from './live.repository.ts';
import { LiveLogsService } from './live-logs.service.ts';

const NOTHING: SearchResult = { rows: [], next: null, searchedToMs: null };
const QUESTION = { domain: null, status: null, filter: NO_FILTER, seen: null } as const;
const services: LiveLogsService[] = [];
afterEach(() => {
  for (const service of services.splice(0)) service.beforeApplicationShutdown();
});

/** Over one site, which has news at every look unless `counts` says otherwise. */
function serving(
  find: LogSearchService['find'],
  { beforeLook = async () => undefined, counts }: { beforeLook?: () => Promise<void>; counts?: number } = {},
) {
  let requests = 0;
  const owned = {
    sitesOf: async () => {
      await beforeLook();
      return { numbers: [1], nameOf: () => '', idOf: () => '' };
    },
  };
  const live = { counts: async () => ({ requests: counts ?? requests++, blocked: 0 }) };
  const service = new LiveLogsService(
    owned as Partial<OwnedSitesService> as OwnedSitesService,
    live as Partial<LiveRepository> as LiveRepository,
    { find } as Partial<LogSearchService> as LogSearchService,
  );
  services.push(service);
  return { open: (user: string) => service.stream(user as UserId, QUESTION) };
}

it('leaves a place to people who search: its streams take one among them', async () => {
  let [running, most, searches] = [0, 0, 0];
  const all = Promise.withResolvers<void>();
  const { open } = serving(async () => {
    most = Math.max(most, ++running);
    await sleep(20);
    running--;
    if (++searches === 3) all.resolve();
    return NOTHING;
  });
  for (const user of ['alice', 'bob', 'carol']) await open(user);
  await all.promise;
  expect(most).toBe(1);
});

it('says so where a search stopped before it had found anything', async () => {
  const { open } = serving(async () => ({ ...NOTHING, searchedToMs: Date.now() }));
  let text = '';
  for await (const heard of await open('alice')) {
    text += String(heard);
    if (text.match(/^data: /gm)?.length === 2) break;
  }
  expect(text.match(/^data: .*$/gm)).toEqual([
    'data: {"logs":[],"gap":false}',
    'data: {"logs":[],"gap":true}',
  ]);
});

it('looks less often where it takes long to learn that there is nothing', async () => {
  const BEFORE_MS = 120;
  const ended: number[] = [];
  let pauses: number[] = [];
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  const beforeLook = async () => {
    const last = ended.at(-1);
    if (last !== undefined) pauses.push(performance.now() - last);
    await sleep(BEFORE_MS);
    ended.push(performance.now());
    if (ended.length === 4) resolve();
  };
  const { open } = serving(async () => NOTHING, { beforeLook, counts: 7 });
  await open('alice');
  await looked;
  // Before the first look it is asked whose the sites are, and the second one searches.
  pauses = pauses.slice(2);
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThanOrEqual(BEFORE_MS * 9.5);
});
