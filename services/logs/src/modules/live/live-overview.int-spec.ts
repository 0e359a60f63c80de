import { randomUUID } from 'node:crypto';
import type { UserId } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { listen, openEvents } from '../../test/event-listener.ts';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';
import { LiveOverviewService } from './live-overview.service.ts';
import { MAX_OF_ACCOUNT } from './live-streams.ts';

const SQL_INJECTION_RULE = 1001;

interface LiveEvent {
  now: { hour: { requests: number; blocked: number }; sites: { domain_name: string }[] };
  stats: { stats: { total_requests: number }; recent_logs: { domain_name: string }[] };
}

interface Listening {
  query?: string;
  seen?: string;
}

describe('the overview’s live figures', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  let segments = 0;
  beforeAll(async () => {
    harness = await startHarness({ PALISADE_LOGS_ALERT_INTERVAL_MS: '600000' });
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
  const callOf = ({ query = '', ...seen }: Listening = {}) => ({
    path: `/dashboard/live${query}`,
    event: 'overview',
    ...seen,
  });
  const open = (userId: string, how?: Listening) => openEvents<LiveEvent>(harness, userId, callOf(how));

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
    expect(await listen(harness, owner.id, callOf({ query: '?domain=theirs.example' }))).toMatchObject({
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
    // Only a new minute could come between, with the same content.
    let event = await after.next();
    while (event.now.hour.requests === 1 && event.id !== id) event = await after.next();
    expect(event).toMatchObject({ now: { hour: { requests: 2 } } });
    after.leave();
  });

  it('are for so many windows of an account, and end with the service', async () => {
    const owner = newOwner('many.example');
    const other = newOwner('other.example');
    const streams = [];
    for (let n = 0; n < MAX_OF_ACCOUNT; n++) streams.push(await open(owner.id));
    expect(await listen(harness, owner.id, callOf())).toMatchObject({
      status: 429,
      body: { code: 'too_many_streams' },
    });
    const theirs = await open(other.id);
    streams[0]?.leave();
    const again = await eventuallyOpen(owner.id);
    harness.app.get(LiveOverviewService).beforeApplicationShutdown();
    await Promise.all([theirs.ended(), again.ended()]);
  });

  /** A client's place is freed as soon as the service has noticed that it left. */
  const eventuallyOpen = (userId: string) =>
    eventually('a place', async () => {
      return await open(userId);
    });
});
