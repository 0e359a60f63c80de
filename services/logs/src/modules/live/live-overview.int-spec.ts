import { randomUUID } from 'node:crypto';
import type { UserId } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';
import { LiveOverviewService } from './live-overview.service.ts';
import { MAX_OF_ACCOUNT } from './live-streams.ts';

const SQL_INJECTION_RULE = 1001;

interface Told {
  id: string;
  now: { hour: { requests: number; blocked: number }; sites: { domain_name: string }[] };
  stats: { stats: { total_requests: number }; recent_logs: { domain_name: string }[] };
}

describe('the overview’s live figures', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  let segments = 0;
  beforeAll(async () => {
    harness = await startHarness({ PALISADE_LOGS_ALERTS_MS: '600000' });
  });
  afterAll(() => harness?.dispose());

  const newOwner = (name: string) => {
    const owner = { id: randomUUID() as UserId, site: randomUUID() };
    harness.domainsOf.set(owner.id, [{ id: owner.site, name }]);
    return owner;
  };
  async function store(records: ReturnType<typeof record>[]): Promise<void> {
    const segmentId = `live-${segments++}`;
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, records.length);
  }
  /** A client that takes one event after another. */
  async function listen(userId: string, { query = '', seen }: { query?: string; seen?: string } = {}) {
    const gone = new AbortController();
    const response = await harness.fetchAs(userId, `/dashboard/live${query}`, {
      signal: gone.signal,
      ...(seen !== undefined && { headers: { 'last-event-id': seen } }),
    });
    if (response.status !== 200) return { status: response.status, body: await response.json() };
    const reader = (response.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let text = '';
    const next = async (): Promise<Told> => {
      for (;;) {
        const [, id, data, rest] = /id: (\S+)\nevent: overview\ndata: ([^\n]*)\n\n(.*)$/s.exec(text) ?? [];
        if (id !== undefined && data !== undefined) {
          text = rest ?? '';
          return { id, ...JSON.parse(data) };
        }
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended after ${JSON.stringify(text)}`);
        text += value;
      }
    };
    return {
      status: 200,
      type: response.headers.get('content-type'),
      next,
      ended: async () => {
        while (!(await reader.read()).done);
      },
      leave: () => gone.abort(),
    };
  }
  const open = async (...call: Parameters<typeof listen>) => {
    const stream = await listen(...call);
    if (!('next' in stream) || stream.next === undefined) throw new Error(JSON.stringify(stream));
    return stream as Required<typeof stream>;
  };

  it('tell what is there, and what comes, of the caller’s own sites only', async () => {
    const owner = newOwner('mine.example');
    const stranger = newOwner('theirs.example');
    await store([record({ siteId: owner.site })]);
    const stream = await open(owner.id);
    expect(stream.type).toBe('text/event-stream');
    const first = await stream.next();
    expect(first).toMatchObject({ now: { hour: { requests: 1, blocked: 0 } } });
    expect(first.stats.stats.total_requests).toBe(1);
    await store([attack(SQL_INJECTION_RULE, { siteId: stranger.site })]);
    await store([attack(SQL_INJECTION_RULE, { siteId: owner.site })]);
    const second = await stream.next();
    expect(second).toMatchObject({ now: { hour: { requests: 2, blocked: 1 } } });
    expect(second.now.sites.map((site) => site.domain_name)).toEqual(['mine.example']);
    expect(second.stats.recent_logs.map((log) => log.domain_name)).toEqual(['mine.example']);
    stream.leave();
    expect(await listen(owner.id, { query: '?domain=theirs.example' })).toMatchObject({
      status: 404,
      body: { code: 'domain_not_found' },
    });
  });

  it('go on where they were broken off: what was told is not told again', async () => {
    const owner = newOwner('back.example');
    await store([record({ siteId: owner.site })]);
    const before = await open(owner.id);
    const { id } = await before.next();
    before.leave();
    const after = await open(owner.id, { seen: id });
    await store([record({ siteId: owner.site })]);
    // Only a new minute could come between, which says the same once more.
    let told = await after.next();
    while (told.now.hour.requests === 1 && told.id !== id) told = await after.next();
    expect(told).toMatchObject({ now: { hour: { requests: 2 } } });
    after.leave();
  });

  it('are for so many windows of an account, and end with the service', async () => {
    const owner = newOwner('many.example');
    const other = newOwner('other.example');
    const streams = [];
    for (let n = 0; n < MAX_OF_ACCOUNT; n++) streams.push(await open(owner.id));
    expect(await listen(owner.id)).toMatchObject({ status: 429, body: { code: 'too_many_streams' } });
    const theirs = await open(other.id);
    streams[0]?.leave();
    const again = await eventuallyOpen(owner.id);
    harness.app.get(LiveOverviewService).beforeApplicationShutdown();
    await Promise.all([theirs.ended(), again.ended()]);
  });

  /** The place of who has left is free as soon as the service has noticed. */
  const eventuallyOpen = (userId: string) =>
    eventually('a place', async () => {
      return await open(userId);
    });
});
