import type { DataSource } from 'typeorm';
import type { SitesRepository } from '../ingest/sites.repository.ts';
import type { LogStore, SearchResult } from '../log-store/log-store.port.ts';
import type { RecordingsRepository } from '../recording-store/recordings.repository.ts';
import { ClientErasureService } from './client-erasure.service.ts';

const CLIENT = { siteId: 'site', address: '0.0.0.0/0', span: { fromMs: 0, toMs: 1 } };
const WAITED_PAGES = 3;

it('ends where nothing is found on page after page and nobody waits for more, and says so', async () => {
  const waiting = new AbortController();
  let pages = 0;
  const ofClient = async (): Promise<SearchResult> => {
    if (++pages === WAITED_PAGES) waiting.abort();
    return { rows: [], next: { receivedAt: new Date(0), requestId: '' }, searchedToMs: 0 };
  };
  const service = new ClientErasureService(
    { query: async () => [{ reports: 0, count: 0 }] } as Partial<DataSource> as DataSource,
    { records: { ofClient } } as unknown as LogStore,
    { find: async () => new Map([['site', 1]]) } as Partial<SitesRepository> as SitesRepository,
    { countOf: async () => 0 } as Partial<RecordingsRepository> as RecordingsRepository,
  );
  expect(await service.find(CLIENT, 1_000, waiting.signal)).toMatchObject({
    found: { records: 0 },
    isComplete: false,
  });
  expect(pages).toBe(WAITED_PAGES);
});

it('ends a deletion that takes too long before the records that name the rest are gone', async () => {
  const until = new AbortController();
  let deleted = 0;
  const service = new ClientErasureService(
    {} as DataSource,
    {
      records: {
        ofClient: async (): Promise<SearchResult> => ({
          ...{ rows: [], next: { receivedAt: new Date(0), requestId: '' }, searchedToMs: 0 },
        }),
      },
    } as unknown as LogStore,
    { find: async () => new Map([['site', 1]]) } as Partial<SitesRepository> as SitesRepository,
    {
      deleteOf: async () => {
        if (++deleted === WAITED_PAGES) until.abort(new Error('too late'));
        return 0;
      },
    } as Partial<RecordingsRepository> as RecordingsRepository,
  );
  await expect(service.erase(CLIENT, until.signal)).rejects.toThrow('too late');
  expect(deleted).toBe(WAITED_PAGES);
});
