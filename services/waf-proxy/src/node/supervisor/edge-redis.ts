import { Redis } from 'ioredis';

/**
 * A Redis connection that is never waited for: while it is down, commands fail at once and the edge works without it.
 * `onError` is called once per outage.
 */
export function openEdgeRedis(url: string, name: string, onError: (error: Error) => void): Redis {
  let reported = false;
  const redis = new Redis(url, {
    connectionName: `palisade-edge-${name}`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1_000),
  });
  redis.on('error', (error: Error) => {
    if (!reported) onError(error);
    reported = true;
  });
  redis.on('ready', () => {
    reported = false;
  });
  return redis;
}
