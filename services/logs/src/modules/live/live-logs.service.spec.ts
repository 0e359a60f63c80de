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

/** Over sites that have news at every look. */
function serving(find: LogSearchService['find']) {
  let requests = 0;
  const owned = { sitesOf: async () => ({ numbers: [1], nameOf: () => '', idOf: () => '' }) };
  const live = { counts: async () => ({ requests: requests++, blocked: 0 }) };
  const service = new LiveLogsService(
    owned as Partial<OwnedSitesService> as OwnedSitesService,
    live as Partial<LiveRepository> as LiveRepository,
    { find } as Partial<LogSearchService> as LogSearchService,
  );
  services.push(service);
  const open = (user: string) => service.stream(user as UserId, QUESTION);
  return { open };
}

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
