import { jest } from '@jest/globals';
import type { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { MAX_CACHED_BYTES, PublicStatusService } from './public-status.service.ts';
import type { PageRow, StatusPageRepository } from './status-page.repository.ts';
import type { PublicStatus } from './status-page.schema.ts';
import type { StatusViewService } from './status-view.service.ts';

const start = Date.UTC(2026, 5, 15, 12);
let made = 0;
let wait: Promise<void> | undefined;
let fails = false;
/** The content of each page, beside its number. */
let note = '';

const pages = {
  bySlug: async () => {
    made++;
    await wait;
    if (fails) throw new Error('no database');
    return { page_id: 'id' } as PageRow;
  },
} as unknown as StatusPageRepository;
const views = {
  of: async () => ({ name: `No. ${made}`, note, incidents: [] }) as unknown as PublicStatus,
} as unknown as StatusViewService;

const directory = {
  speaksInPublic: async () => true,
} as Partial<DomainDirectoryService> as DomainDirectoryService;

describe('pages as strangers see them', () => {
  let service: PublicStatusService;
  beforeEach(() => {
    jest.useFakeTimers({ now: start, doNotFake: ['nextTick', 'setImmediate'] });
    [made, wait, fails, note] = [0, undefined, false, ''];
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
    jest.setSystemTime(start + 15_001);
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

  it('are kept up to so many bytes, those that were asked for last', async () => {
    note = 'x'.repeat(1024 * 1024);
    const fit = Math.floor(MAX_CACHED_BYTES / (note.length + 2_000));
    for (let page = 0; page < fit; page++) await service.find(`shop-${page}`);
    expect(made).toBe(fit);
    await service.find('shop-0');
    expect(made).toBe(fit);
    for (const one of ['one-more', 'shop-0', 'one-more']) await service.find(one);
    expect(made).toBe(fit + 1);
    await service.find('shop-1');
    expect(made).toBe(fit + 2);
  });
});
