import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { BAN_LIMITS, BanList, LISTING_LIMITS, listingName } from './ban-list.ts';
import { CachePurgeLog, PURGES_A_MINUTE, readCachePurge } from './cache-purges.ts';
import { EdgeConfigFollower } from './config-follower.ts';
import { EdgeConfigPublisher } from './config-publisher.ts';
import { generateEdgeKeys, readTrustedKeys } from './keys.ts';
import { LogCommitRegister } from './log-commits.ts';
import { EDGE_KEYS } from './redis-keys.ts';
import { sampleSite } from './sample-site.ts';
import { verifySiteConfig } from './site-config-signature.ts';
import { streamEntries } from './stream-follower.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edge-state-'));
const socket = path.join(folder, 'redis.sock');
const keys = generateEdgeKeys();
const trusted = readTrustedKeys({ [keys.signing.keyId]: keys.signing.publicKey });
let server: ChildProcess;
let redis: Redis;

beforeAll(async () => {
  server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  redis = new Redis(socket);
  redis.on('error', () => undefined);
  await redis.ping();
});

afterAll(async () => {
  redis.disconnect();
  server.kill();
  await once(server, 'exit');
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  await redis.flushall();
});

async function eventually(check: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!check()) {
    if (Date.now() > deadline) throw new Error('did not happen within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** As many as there may be, of a site or in all. */
async function fill(
  key: string,
  count: number,
  member: (nth: number) => string,
  untilMs: number,
): Promise<void> {
  for (let from = 0; from < count; from += 10_000) {
    const some = Array.from({ length: Math.min(10_000, count - from) }, (_, nth) => from + nth);
    await redis.zadd(key, ...some.flatMap((nth) => [untilMs + nth, member(nth)]));
  }
}

describe('publisher and follower', () => {
  const publisher = () => new EdgeConfigPublisher(redis, keys.signing);

  it('refuses to go back in version, and to put another document under the same one', async () => {
    await publisher().publish(sampleSite({ version: 5n }));
    await expect(publisher().publish(sampleSite({ version: 4n }))).rejects.toMatchObject({
      code: 'site_config_stale',
    });
    await expect(publisher().publish(sampleSite({ version: 5n, isActive: false }))).rejects.toMatchObject({
      code: 'site_config_stale',
    });
    await expect(publisher().publish(sampleSite({ version: 5n }))).resolves.toBeUndefined();
    expect(await publisher().publishedVersions()).toEqual(new Map([['site-1', 5n]]));
  });

  it('brings what stood there before, every change, and a removal as a signed tombstone', async () => {
    await publisher().publish(sampleSite());
    const seen: string[] = [];
    const traces: string[] = [];
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    let synchronised = 0;
    let announced: [ids: string[], isFilled: boolean] = [[], false];
    const connection = redis.duplicate();
    const follower = new EdgeConfigFollower(
      connection,
      {
        onDocument: (site, bytes, trace) => {
          traces.push(`${site} ${trace}`);
          const config = verifySiteConfig(bytes, trusted);
          follower.remember(site, config.version);
          seen.push(`${site} ${config.version}${config.removed ? ' removed' : ''}`);
        },
        onSynchronised: (ids, sequence) => {
          synchronised++;
          announced = [[...ids].sort(), sequence > 0];
        },
        onError: (error) => seen.push(error.message),
      },
      { blockMs: 50 },
    );
    const running = follower.run();
    await eventually(() => synchronised === 1);
    expect(seen).toEqual(['site-1 1']);
    await publisher().publish(sampleSite({ version: 2n }));
    await publisher().publish(sampleSite({ siteId: 'site-2', hosts: ['b.example'] }), traceparent);
    await publisher().remove('site-1', 3n);
    await eventually(() => seen.length >= 4);
    expect(seen.at(-1)).toBe('site-1 3 removed');
    expect(seen).toContain('site-2 1');
    // Documents from before the reader started, and changes without a trace, have none.
    expect(new Set(traces)).toEqual(new Set(['site-1 ', `site-2 ${traceparent}`]));

    // Changes that a reader never saw: the stream jumps in its sequence, so everything is compared again.
    await redis.incrby(EDGE_KEYS.configSequence, 5);
    await publisher().publish(sampleSite({ siteId: 'site-3', hosts: ['c.example'] }));
    await eventually(() => synchronised === 2 && seen.includes('site-3 1'));
    expect(announced).toEqual([['site-1', 'site-2', 'site-3'], true]);

    follower.stop();
    await running;
    connection.disconnect();
  });
});

describe('log commits', () => {
  it('move forward only and end when the segment is done', async () => {
    const register = new LogCommitRegister(redis);
    await register.commit('node', 'b', { nextIndex: 10, done: false });
    await register.commit('node', 'b', { nextIndex: 4, done: false });
    expect(await register.read('node', ['a', 'b'])).toEqual(new Map([['b', { nextIndex: 10, done: false }]]));
    await register.commit('node', 'b', { nextIndex: 12, done: true });
    await register.commit('node', 'b', { nextIndex: 11, done: false });
    expect(await register.read('node', ['b'])).toEqual(new Map([['b', { nextIndex: 12, done: true }]]));
    await register.forget('node', ['b']);
    expect(await register.read('node', ['b'])).toEqual(new Map());
  });
});

describe('ban list', () => {
  it('lists what holds, by site, forgets what ended, and lifts', async () => {
    const bans = new BanList(redis);
    const soon = Date.now() + 60_000;
    await bans.ban({ siteId: 'site-1', address: '2001:db8::/64', untilMs: soon });
    await bans.ban({ siteId: 'site-2', address: '192.0.2.1', untilMs: soon });
    await bans.ban({ siteId: 'site-2', address: '192.0.2.2', untilMs: Date.now() - 1 });
    expect(await bans.current()).toHaveLength(2);
    expect(await bans.lift('site-2', '192.0.2.1')).toBe(true);
    expect(await bans.lift('site-2', '192.0.2.1')).toBe(false);
    expect(await bans.current()).toEqual([{ siteId: 'site-1', address: '2001:db8::/64', untilMs: soon }]);
    expect(await redis.xlen(EDGE_KEYS.banChanges)).toBe(5);
  });

  it('are listed by site with what is known of them, in pages, and forgotten with their end', async () => {
    const bans = new BanList(redis);
    const start = Date.now() + 60_000;
    for (let index = 1; index <= 5; index++) {
      await bans.ban(
        { siteId: 'site-1', address: `192.0.2.${index}`, untilMs: start + index },
        { reason: 'manual', note: `number ${index}` },
      );
    }
    await bans.ban({ siteId: 'site-2', address: '192.0.2.1', untilMs: start });
    const page = await bans.ofSite('site-1', 1, 2);
    expect(page.total).toBe(5);
    expect(page.bans).toEqual([
      expect.objectContaining({
        address: '192.0.2.4',
        untilMs: start + 4,
        note: 'number 4',
        reason: 'manual',
      }),
      expect.objectContaining({ address: '192.0.2.3', note: 'number 3' }),
    ]);
    // A shorter ban changes nothing, a longer one replaces what is known.
    await bans.ban({ siteId: 'site-1', address: '192.0.2.5', untilMs: start }, { note: 'shorter' });
    await bans.ban({ siteId: 'site-1', address: '192.0.2.1', untilMs: start + 9 }, { reason: 'rate_limit' });
    expect((await bans.ofSite('site-1', 0, 2)).bans).toEqual([
      expect.objectContaining({ address: '192.0.2.1', untilMs: start + 9, reason: 'rate_limit', note: '' }),
      expect.objectContaining({ address: '192.0.2.5', untilMs: start + 5, note: 'number 5' }),
    ]);
    await bans.ban({ siteId: 'site-3', address: '192.0.2.9', untilMs: Date.now() + 100 }, { note: 'short' });
    await eventually(() => Date.now() > start - 60_000 + 2_000);
    expect(await bans.ofSite('site-3', 0, 10)).toEqual({ bans: [], total: 0, listings: 0 });
    expect(await redis.exists(EDGE_KEYS.siteBans('site-3'), EDGE_KEYS.siteBanFacts('site-3'))).toBe(0);
  });

  it('of one site stay within their bound: those that end first give way', async () => {
    const bans = new BanList(redis);
    const start = Date.now() + 60_000;
    await fill(EDGE_KEYS.siteBans('site-1'), BAN_LIMITS.perSite, (nth) => `full-${nth}`, start);
    const last = { siteId: 'site-1', address: '192.0.2.1', untilMs: start + 10 * BAN_LIMITS.perSite };
    await bans.ban(last);
    // Renewed, it takes no more room.
    await bans.ban({ ...last, untilMs: last.untilMs + 1 });
    expect((await bans.ofSite('site-1', 0, 1)).total).toBe(BAN_LIMITS.perSite);
    expect(await redis.zrange(EDGE_KEYS.siteBans('site-1'), '0', '0')).toEqual(['full-1']);
  });

  it('of all sites push out those of no other: each keeps as many as it has, and has a few in any case', async () => {
    const bans = new BanList(redis);
    const untilMs = Date.now() + 60_000;
    await bans.ban({ siteId: 'site-1', address: '192.0.2.1', untilMs });
    await fill(EDGE_KEYS.bans, BAN_LIMITS.all, (nth) => `others|${nth}`, untilMs + 60_000);
    for (let nth = 0; nth <= BAN_LIMITS.anySite; nth++)
      await bans.ban({ siteId: 'site-2', address: `c${nth}`, untilMs: untilMs + nth });
    expect((await bans.ofSite('site-1', 0, 1)).total).toBe(1);
    expect(await redis.zscore(EDGE_KEYS.bans, 'site-1|192.0.2.1')).not.toBeNull();
    expect(await bans.ofSite('site-2', 0, 1)).toMatchObject({
      total: BAN_LIMITS.anySite,
      bans: [{ address: `c${BAN_LIMITS.anySite}` }],
    });
    expect(await redis.zcard(EDGE_KEYS.bans)).toBe(BAN_LIMITS.all + BAN_LIMITS.anySite + 1);
  });
});

describe('clients whom rules have put on lists', () => {
  const DAY = 86_400_000;
  const LIST = '01890000-0000-7000-8000-000000000001';
  const listed = (client: string, siteId = 'site-1') => ({ siteId, address: listingName(LIST, client) });
  it('stand apart from bans, are known to a node that starts, and are lifted, also those of an older node', async () => {
    const bans = new BanList(redis);
    const untilMs = Date.now() + 60_000;
    await bans.ban({ siteId: 'site-1', address: '192.0.2.1', untilMs }, { reason: 'manual' });
    await bans.ban({ ...listed('192.0.2.2'), untilMs }, { reason: 'custom:a' });
    // Versions before this one kept them among the bans.
    const old = listed('192.0.2.3');
    await redis.zadd(EDGE_KEYS.bans, untilMs, `site-1|${old.address}`);
    await redis.zadd(EDGE_KEYS.siteBans('site-1'), untilMs, old.address);
    expect((await bans.ofSite('site-1', 0, 10, 'listings')).bans).toMatchObject([
      { ...listed('192.0.2.2'), reason: 'custom:a', untilMs },
    ]);
    expect((await bans.current()).map(({ address }) => address).sort()).toEqual([
      '192.0.2.1',
      listed('192.0.2.2').address,
      old.address,
    ]);
    // Nodes of versions before this one follow the same stream.
    const [, fields] = streamEntries([
      [EDGE_KEYS.banChanges, await redis.xrange(EDGE_KEYS.banChanges, '-', '+')],
    ]).at(-1)!;
    expect(fields).toEqual({ site: 'site-1', address: listed('192.0.2.2').address, until: `${untilMs}` });
    for (const { siteId, address } of [listed('192.0.2.2'), old])
      expect(await bans.lift(siteId, address)).toBe(true);
    expect(await bans.lift(old.siteId, old.address)).toBe(false);
    expect(await bans.current()).toMatchObject([{ address: '192.0.2.1' }]);
  });

  it('push out those of the same site, and neither bans nor the listings of others', async () => {
    const bans = new BanList(redis);
    const untilMs = Date.now() + 60_000;
    await bans.ban({ siteId: 'site-1', address: '192.0.2.1', untilMs });
    await bans.ban({ ...listed('192.0.2.2', 'site-2'), untilMs });
    await fill(EDGE_KEYS.siteListings('site-1'), LISTING_LIMITS.perSite, (nth) => `full-${nth}`, untilMs);
    await bans.ban({ ...listed('192.0.2.3'), untilMs: untilMs + 1_000_000 });
    expect((await bans.ofSite('site-1', 0, 1, 'listings')).total).toBe(LISTING_LIMITS.perSite);
    expect(await redis.zscore(EDGE_KEYS.siteListings('site-1'), 'full-0')).toBeNull();
    expect((await bans.ofSite('site-1', 0, 1)).total).toBe(1);
    expect((await bans.ofSite('site-2', 0, 1, 'listings')).total).toBe(1);
  });

  it('that fill the table of all sites leave each site as many as it has, and a few in any case', async () => {
    const bans = new BanList(redis);
    const untilMs = Date.now() + 60_000;
    await bans.ban({ siteId: 'site-1', address: '192.0.2.1', untilMs });
    await fill(EDGE_KEYS.listings, LISTING_LIMITS.all, (nth) => `others|${nth}`, untilMs + DAY);
    for (let nth = 0; nth <= LISTING_LIMITS.anySite; nth++)
      await bans.ban({ ...listed(`c${nth}`), untilMs: untilMs + nth });
    const own = await bans.ofSite('site-1', 0, 1, 'listings');
    expect(own).toMatchObject({
      total: LISTING_LIMITS.anySite,
      bans: [listed(`c${LISTING_LIMITS.anySite}`)],
    });
    expect(await redis.zcard(EDGE_KEYS.listings)).toBe(LISTING_LIMITS.all + LISTING_LIMITS.anySite);
    expect((await bans.ofSite('site-1', 0, 1)).total).toBe(1);
  });
});

describe('cache purges', () => {
  it('are numbered without gaps, listed per site, and limited per site and minute', async () => {
    const log = new CachePurgeLog(redis);
    const purge = (values: string[]) => ({
      kind: 'tag' as const,
      values,
      atMs: 1_767_225_600_000,
      byUserId: 'user-1',
    });
    expect(await log.announce('site-1', purge(['a', 'b']))).toBe(true);
    expect(await log.announce('site-2', { ...purge([]), kind: 'all' })).toBe(true);
    const entries = streamEntries([
      [EDGE_KEYS.cachePurges, await redis.xrange(EDGE_KEYS.cachePurges, '-', '+')],
    ]);
    expect(entries.map(([, fields]) => [fields.seq, readCachePurge(fields)])).toEqual([
      ['1', { siteId: 'site-1', kind: 'tag', value: 'a' }],
      ['2', { siteId: 'site-1', kind: 'tag', value: 'b' }],
      ['3', { siteId: 'site-2', kind: 'all' }],
    ]);
    expect(await log.ofSite('site-1')).toEqual([purge(['a', 'b'])]);
    const many = Array.from({ length: PURGES_A_MINUTE - 2 }, (_value, n) => `tag-${n}`);
    expect(await log.announce('site-1', purge(many))).toBe(true);
    expect(await log.announce('site-1', purge(['one too many']))).toBe(false);
    expect(await log.announce('site-2', purge(['another site']))).toBe(true);
    expect(await log.ofSite('site-1')).toHaveLength(2);
  });

  it('that are none are not read as one', () => {
    const none: Record<string, string>[] = [
      {},
      { site: 's', kind: 'tag' },
      { site: 's', kind: 'other', value: 'x' },
    ];
    for (const fields of none) {
      expect(readCachePurge(fields)).toBeNull();
    }
  });
});
