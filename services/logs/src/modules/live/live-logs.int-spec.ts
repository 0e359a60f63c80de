import { randomUUID } from 'node:crypto';
import type { UserId } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { listen, openEvents } from '../../test/event-listener.ts';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record, utf8 } from '../../test/records.ts';
import type { LiveLogs } from './live-logs.schema.ts';
import { LiveLogsService } from './live-logs.service.ts';
import { MAX_OF_ACCOUNT } from './live-streams.ts';

const SQL_INJECTION_RULE = 1001;
const MORE_THAN_ONE_EVENT = 450;

interface Listening {
  query?: string;
  seen?: string;
}

describe('the log as it comes', () => {
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
    const segmentId = `tail-${segments++}`;
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, records.length);
  }
  const asked = (siteId: string, path: string) => record({ siteId, target: utf8(path) });

  const callOf = ({ query = '', ...seen }: Listening = {}) => ({
    path: `/dashboard/logs/live${query}`,
    event: 'logs',
    ...seen,
  });
  const open = async (userId: string, how?: Listening) => {
    const stream = await openEvents<LiveLogs>(harness, userId, callOf(how));
    const begun = await stream.next();
    expect(begun.logs).toEqual([]);
    return { ...stream, begun };
  };
  const uris = ({ logs }: LiveLogs) => logs.map(({ request_uri }) => request_uri);

  it('tells what comes of the caller’s own sites, and nothing of what was there', async () => {
    const owner = newOwner('mine.example');
    const stranger = newOwner('theirs.example');
    await store([asked(owner.site, '/before')]);
    const stream = await open(owner.id);
    expect(stream.type).toBe('text/event-stream');
    await store([asked(stranger.site, '/theirs'), asked(owner.site, '/first')]);
    const first = await stream.next();
    expect(uris(first)).toEqual(['/first']);
    await store([asked(stranger.site, '/theirs'), asked(owner.site, '/second')]);
    const second = await stream.next();
    expect({ uris: uris(second), gap: second.gap }).toEqual({ uris: ['/second'], gap: false });
    expect(second.logs[0]?.domain_name).toBe('mine.example');
    stream.leave();
    expect(await listen(harness, owner.id, callOf({ query: '?domain=theirs.example' }))).toMatchObject({
      status: 404,
      body: { code: 'domain_not_found' },
    });
  });

  it('tells only what fits, and refuses a filter that is none', async () => {
    const owner = newOwner('filtered.example');
    const stream = await open(owner.id, { query: '?status_filter=blocked&path=/a*' });
    await store([
      asked(owner.site, '/a-allowed'),
      attack(SQL_INJECTION_RULE, { siteId: owner.site, target: utf8('/b') }),
      attack(SQL_INJECTION_RULE, { siteId: owner.site, target: utf8('/a') }),
    ]);
    expect(uris(await stream.next())).toEqual(['/a']);
    stream.leave();
    expect(await listen(harness, owner.id, callOf({ query: '?address=nonsense' }))).toMatchObject({
      status: 422,
    });
  });

  it('goes on behind the last event, and says what it leaves out', async () => {
    const owner = newOwner('back.example');
    const before = await open(owner.id);
    await store([asked(owner.site, '/seen')]);
    const { id } = await before.next();
    before.leave();
    await store([asked(owner.site, '/missed')]);
    const after = await open(owner.id, { seen: id });
    const missed = await after.next();
    expect(after.begun).toMatchObject({ id, gap: false });
    expect({ uris: uris(missed), gap: missed.gap }).toEqual({ uris: ['/missed'], gap: false });
    await store(Array.from({ length: MORE_THAN_ONE_EVENT }, (_, i) => asked(owner.site, `/many-${i}`)));
    const many = await after.next();
    expect({ told: many.logs.length, gap: many.gap }).toEqual({ told: 200, gap: true });
    after.leave();
    const late = await open(owner.id, { seen: `${Date.now() - 3_600_000}${id.slice(13)}` });
    expect(late.begun.gap).toBe(true);
    late.leave();
    const ahead = await open(owner.id, { seen: `${Date.now() + 3_600_000}${id.slice(13)}` });
    await store([asked(owner.site, '/now')]);
    expect(uris(await ahead.next())).toEqual(['/now']);
    ahead.leave();
  });

  it('has so many places for an account, and ends with the service', async () => {
    const owner = newOwner('many.example');
    const streams = [];
    for (let n = 0; n < MAX_OF_ACCOUNT; n++) streams.push(await open(owner.id));
    expect(await listen(harness, owner.id, callOf())).toMatchObject({
      status: 429,
      body: { code: 'too_many_streams' },
    });
    streams[0]?.leave();
    const again = await eventually('a place', () => open(owner.id));
    harness.app.get(LiveLogsService).beforeApplicationShutdown();
    await Promise.all([again.ended(), ...streams.slice(1).map((stream) => stream.ended())]);
  });
});
