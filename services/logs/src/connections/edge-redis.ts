import type { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

/** A connection to what edges and services share. While that is away a command fails at once: each caller tries again later. */
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
