import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { NO_FILTER } from '../log-store/log-filter.types.ts';
import type { LogRow } from '../log-store/log-row.types.ts';
import type { SearchResult } from '../log-store/log-store.port.ts';
import type { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import type { LogSearchService } from '../search/log-search.service.ts';
import { LiveLogsService } from './live-logs.service.ts';
import type { TailFeedService, TailListener } from './tail-feed.service.ts';
import { NO_REQUEST } from './tail-window.ts';

const NOTHING: SearchResult = { rows: [], next: null, searchedToMs: null };
const services: LiveLogsService[] = [];
afterEach(() => {
  for (const service of services.splice(0)) service.beforeApplicationShutdown();
});

/** Over one site; a client that reconnects, so that a search comes first. */
function serving(find: LogSearchService['find']) {
  const listeners: TailListener[] = [];
  const left: number[][] = [];
  const sites = { numbers: [1], nameOf: () => '', idOf: () => '' };
  const feed = {
    follow: async (listener: TailListener) => void listeners.push(listener),
    leave: (_listener: TailListener, siteNos: readonly number[]) => void left.push([...siteNos]),
  };
  const service = new LiveLogsService(
    { sitesOf: async () => sites } as Partial<OwnedSitesService> as OwnedSitesService,
    feed as Partial<TailFeedService> as TailFeedService,
    { find } as Partial<LogSearchService> as LogSearchService,
  );
  services.push(service);
  const open = (user: string) => {
    const seen = { receivedAt: new Date(), requestId: NO_REQUEST };
    return service.stream(user as UserId, { domain: null, status: null, filter: NO_FILTER, seen });
  };
  return { open, listeners, left, sites };
}

const rowOf = (id: string, siteNo: number) =>
  ({
    ...{ request_id: id, site_no: siteNo, received_at: new Date(Date.now() + 1), matches: null },
    ...{ rule_id: '0', asn: '0', threat: 0, action: 1, blocked: false, status: 200, duration_us: '1' },
  }) as LogRow;

/** The data of the first so many events. */
async function heardOf(stream: AsyncIterable<unknown>, count: number): Promise<string[]> {
  let text = '';
  for await (const heard of stream) {
    text += String(heard);
    if (text.match(/^data: /gm)?.length === count) break;
  }
  return text.match(/^data: .*$/gm) ?? [];
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
  for (const user of ['alice', 'bob', 'carol']) (await open(user)).resume();
  await all.promise;
  expect(most).toBe(1);
});

it('says so where a search stopped before it had found anything', async () => {
  const { open } = serving(async () => ({ ...NOTHING, searchedToMs: Date.now() + 1 }));
  expect(await heardOf(await open('alice'), 2)).toEqual([
    'data: {"logs":[],"gap":false}',
    'data: {"logs":[],"gap":true}',
  ]);
});

it('tells of what is stored of its sites, leaves out that of a site that was given away, and leaves them at its end', async () => {
  const { open, listeners, left, sites } = serving(async () => NOTHING);
  const stream = await open('alice');
  const heard = heardOf(stream, 2);
  while (listeners.length === 0) await sleep(5);
  expect(sites.numbers).toEqual([1]);
  listeners[0]!.offer(rowOf('theirs', 2));
  listeners[0]!.offer(rowOf('mine', 1));
  const [, message] = await heard;
  const { logs, gap } = JSON.parse(message!.slice('data: '.length)) as {
    logs: { id: string }[];
    gap: boolean;
  };
  expect({ ids: logs.map(({ id }) => id), gap }).toEqual({ ids: ['mine'], gap: false });
  while (left.length === 0) await sleep(5);
  expect(left).toEqual([[1]]);
});

it('tells nothing newer before it has found what was missed, where a search is refused at first', async () => {
  let refusals = 1;
  const missed = { ...NOTHING, rows: [rowOf('missed', 1)] };
  const { open, listeners } = serving(async () => {
    if (refusals-- > 0)
      throw new DomainError('too_many', 'too_many_searches', 'Too many searches are running.');
    return missed;
  });
  const heard = heardOf(await open('alice'), 2);
  while (listeners.length === 0) await sleep(5);
  listeners[0]!.offer(rowOf('newer', 1));
  const [, message] = await heard;
  const { logs } = JSON.parse(message!.slice('data: '.length)) as { logs: { id: string }[] };
  expect(logs.map(({ id }) => id)).toEqual(['missed', 'newer']);
});
