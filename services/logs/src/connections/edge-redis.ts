import type { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

/**
 * Connection to the Redis that edges and services share. While it is unavailable commands fail at once: each caller
 * retries later.
 */
export function edgeRedis(url: string, purpose: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    connectionName: `logs:${purpose}`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 2000,
  });
  redis.on('error', (error: Error) => logger.debug({ error: error.message }, 'edge state is away'));
  return redis;
}
