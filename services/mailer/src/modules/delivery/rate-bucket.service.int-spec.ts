import { startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { RateBucketService } from './rate-bucket.service.ts';

describe('the rate of one name over two processes', () => {
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let connections: Redis[];
  let buckets: RateBucketService[];

  beforeAll(async () => {
    server = await startTestRedis();
    connections = [new Redis(server.url), new Redis(server.url)];
    buckets = connections.map((redis) => new RateBucketService(redis));
  });

  afterAll(async () => {
    for (const redis of connections ?? []) redis.disconnect();
    await server?.dispose();
  });

  it('is never exceeded by more than what may be caught up, however many ask at once', async () => {
    const begun = performance.now();
    await Promise.all(Array.from({ length: 200 }, (_, index) => buckets[index % 2]!.turn('mails', 200)));
    // 200 turns of 5 ms each; the first 450 ms of them may be caught up at once, and timers round by a millisecond.
    expect(performance.now() - begun).toBeGreaterThan(200 * 5 - 450 - 5 - 10);
  });

  it('goes on after a caller that gave up', async () => {
    const [bucket] = buckets;
    const leaving = new AbortController();
    await bucket!.turn('slow', 0.01); // The next turn is minutes away.
    const given = expect(bucket!.turn('slow', 0.01, leaving.signal)).rejects.toThrow('abort');
    const next = expect(bucket!.turn('slow', 0.01, AbortSignal.abort())).rejects.toThrow('abort');
    leaving.abort();
    await given;
    await next;
    await expect(bucket!.turn('another', 1)).resolves.toBeUndefined();
  });
});
