import { NO_FILTER } from '../log-store/log-filter.types.ts';
import type { SearchResult } from '../log-store/log-store.port.ts';
import { LogSearchService } from './log-search.service.ts';

const NOTHING: SearchResult = { rows: [], next: null, searchedToMs: null };

it('finds for everybody, however many searches of one account are under way', async () => {
  const gate = Promise.withResolvers<void>();
  const search = async ([siteNo]: readonly number[]) => {
    if (siteNo === 1) await gate.promise;
    return NOTHING;
  };
  const service = new LogSearchService({ records: { search } } as never);
  const find = (ownerId: string, siteNo: number, isExport = false) =>
    service.find({ ownerId, exports: isExport }, [siteNo], null, NO_FILTER, 10, null);
  const asked = Array.from({ length: 40 }, () => find('greedy', 1));
  expect(await find('other', 2)).toBe(NOTHING);
  gate.resolve();
  const settled = await Promise.allSettled(asked);
  const refused = settled.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(34);
  expect(refused[0]).toMatchObject({ reason: { code: 'too_many_searches' } });
});

it('leaves an account that exports its turn to search', async () => {
  const gate = Promise.withResolvers<void>();
  const search = async ([siteNo]: readonly number[]) => {
    if (siteNo === 1) await gate.promise;
    return NOTHING;
  };
  const service = new LogSearchService({ records: { search } } as never);
  const exported = service.find({ ownerId: 'one', exports: true }, [1], null, NO_FILTER, 10, null);
  expect(await service.find({ ownerId: 'one' }, [2], null, NO_FILTER, 10, null)).toBe(NOTHING);
  gate.resolve();
  await exported;
});

it('lets no live view wait behind the searches of its account', async () => {
  const gate = Promise.withResolvers<void>();
  const search = async ([siteNo]: readonly number[]) => {
    if (siteNo === 1) await gate.promise;
    return NOTHING;
  };
  const service = new LogSearchService({ records: { search } } as never);
  const slow = service.find({ ownerId: 'one' }, [1], null, NO_FILTER, 10, null);
  expect(await service.find({ ownerId: 'one', live: true }, [2], null, NO_FILTER, 10, null)).toBe(NOTHING);
  gate.resolve();
  await slow;
});
