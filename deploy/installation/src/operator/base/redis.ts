import { Redis } from 'ioredis';

const TIMEOUT_MS = 3_000;

/** Some questions on a connection of its own, each bounded in time; asked once. */
export async function withRedisAt<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    // INFO, which it is made of, is not for everybody.
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Each command reports its own errors.
  let last: unknown;
  redis.on('error', (error) => {
    last = error;
  });
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    throw last ?? error;
  } finally {
    redis.disconnect();
  }
}
