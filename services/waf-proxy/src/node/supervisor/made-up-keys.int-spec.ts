import { startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { PATH_CLAIM } from '../ipc/path-claims.ts';
import { NodeClaims } from './node-claims.ts';
import { NodeCounts } from './node-counts.ts';

const MAX_KEYS = 100;
const MADE_UP = 2_000;
const DAY_SECONDS = 86_400;

describe('what strangers make up', () => {
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let redis: Redis;
  beforeAll(async () => {
    server = await startTestRedis();
    redis = new Redis(server.url);
    await redis.ping();
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });
  beforeEach(() => redis.flushall());
  /** Behind all that was sent before. */
  const keys = () => redis.dbsize();

  it('takes as much of Redis as of the node, in paths that are counted once', async () => {
    const claims = new NodeClaims(redis, MAX_KEYS);
    for (let at = 0; at < MADE_UP; at++)
      expect(await claims.claim(`${PATH_CLAIM}site/limit|key|1|${at}`, DAY_SECONDS)).toBe(true);
    expect(await claims.claim(`${PATH_CLAIM}site/limit|key|1|${MADE_UP - 1}`, DAY_SECONDS)).toBe(false);
    expect(await keys()).toBe(MAX_KEYS);
  });

  it('and in counts of keys', async () => {
    const counts = new NodeCounts(redis, 'node-1', MAX_KEYS);
    for (let at = 0; at < MADE_UP; at++)
      await counts.elsewhere(
        0,
        { scope: 'site/limit', client: `key-${at}`, windowMs: DAY_SECONDS * 1_000, window: 1, maker: 'net' },
        1,
      );
    expect(await keys()).toBeLessThanOrEqual(MAX_KEYS);
  });

  it('pushes out no proof of work that was used, also where there is no Redis', async () => {
    const claims = new NodeClaims(null, MAX_KEYS);
    expect(await claims.claim('challenge:solved', DAY_SECONDS)).toBe(true);
    for (let at = 0; at < MADE_UP; at++) await claims.claim(`${PATH_CLAIM}${at}`, DAY_SECONDS);
    expect(await claims.claim('challenge:solved', DAY_SECONDS)).toBe(false);
  });

  it('what another node has claimed stays its own', async () => {
    const [one, other] = [new NodeClaims(redis, MAX_KEYS), new NodeClaims(redis, MAX_KEYS)];
    expect(await one.claim(`${PATH_CLAIM}shared`, DAY_SECONDS)).toBe(true);
    expect(await other.claim(`${PATH_CLAIM}shared`, DAY_SECONDS)).toBe(false);
    for (let at = 0; at < MAX_KEYS; at++) await other.claim(`${PATH_CLAIM}${at}`, DAY_SECONDS);
    const third = new NodeClaims(redis, MAX_KEYS);
    expect(await third.claim(`${PATH_CLAIM}shared`, DAY_SECONDS)).toBe(false);
  });
});
