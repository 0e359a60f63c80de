import { jest } from '@jest/globals';
import type { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { PageCache } from './page-cache.ts';
import { PublicStatusService } from './public-status.service.ts';
import type { PageRow, StatusPageRepository } from './status-page.repository.ts';
import type { PublicStatus } from './status-page.schema.ts';
import type { StatusViewService } from './status-view.service.ts';

const start = Date.UTC(2026, 5, 15, 12);
let made = 0;
let wait: Promise<void> | undefined;
let fails = false;

const pages = {
  bySlug: async () => {
    made++;
    await wait;
    if (fails) throw new Error('no database');
    return { page_id: 'id' } as PageRow;
  },
} as unknown as StatusPageRepository;
const views = {
  of: async () => ({ name: `No. ${made}`, incidents: [] }) as unknown as PublicStatus,
} as unknown as StatusViewService;

const directory = {
  speaksInPublic: async () => true,
} as Partial<DomainDirectoryService> as DomainDirectoryService;

describe('pages as strangers see them', () => {
  let service: PublicStatusService;
  beforeEach(() => {
    jest.useFakeTimers({ now: start, doNotFake: ['nextTick', 'setImmediate'] });
    [made, wait, fails] = [0, undefined, false];
    service = new PublicStatusService(pages, views, directory);
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const name = async () => JSON.parse((await service.find('shop')).json.toString()).name;

  it('are made once while they are fresh, and say how long that is yet', async () => {
    expect((await service.find('shop')).freshSeconds).toBe(15);
    jest.setSystemTime(start + 9_500);
    expect((await service.find('shop')).freshSeconds).toBe(5);
    jest.setSystemTime(start + 14_999);
    expect((await service.find('shop')).freshSeconds).toBe(0);
    expect(made).toBe(1);
    jest.setSystemTime(start + 15_000);
    expect((await service.find('shop')).freshSeconds).toBe(15);
    expect(made).toBe(2);
  });

  it('are made once for all who ask at once, unless their owner changes them meanwhile', async () => {
    const go = Promise.withResolvers<void>();
    wait = go.promise;
    const both = [service.find('shop'), service.find('shop')];
    expect(made).toBe(1);
    service.forget(['shop']);
    const after = service.find('shop');
    expect(made).toBe(2);
    go.resolve();
    const [first, , last] = await Promise.all([...both, after]);
    expect([first?.freshSeconds, last?.freshSeconds]).toEqual([0, 15]);
    expect(await name()).toBe('No. 2');
    expect(made).toBe(2);
  });

  it('are made again after a failure', async () => {
    fails = true;
    await expect(service.find('shop')).rejects.toThrow('no database');
    fails = false;
    expect(await name()).toBe('No. 2');
  });
});

describe('the cache of pages', () => {
  it('holds so many bytes at most, the newest', () => {
    const cache = new PageCache<string>(15_000, 10_000, ({ length }) => length);
    for (let i = 0; i < 50; i++) cache.set(`page-${i}`, 'x'.repeat(1_000), start);
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    expect(cache.get('page-49', start)).toBeDefined();
    expect(cache.get('page-0', start)).toBeUndefined();
    cache.set('page-49', 'x'.repeat(20_000), start);
    expect(cache.bytes).toBe(0);
  });

  it('lets go of what is stale when anything is asked for', () => {
    const cache = new PageCache<string>(15_000, 10_000, ({ length }) => length);
    cache.set('a', 'x', start);
    cache.set('a', 'xy', start + 1);
    cache.set('b', 'x', start + 10_000);
    expect(cache.get('none', start + 15_001)).toBeUndefined();
    expect(cache.bytes).toBe(501);
    expect(cache.get('b', start + 15_001)?.untilMs).toBe(start + 25_000);
    cache.delete('b');
    expect(cache.bytes).toBe(0);
  });
});
