import { newEventSettings, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { busConformance } from '../conformance/bus-conformance.ts';
import type { BusUnderTest } from '../conformance/bus-under-test.ts';
import { crashConformance } from '../conformance/crash-conformance.ts';
import { forgeryConformance } from '../conformance/forgery-conformance.ts';
import { streamKey } from './keys.ts';

async function redisUnderTest(): Promise<BusUnderTest> {
  const server = await startTestRedis({ durable: true });
  await confirmOnlyWhatIsOnDisk(server.url);
  return {
    config: { implementation: 'redis-streams', url: server.url, keys: newEventSettings()('domains') },
    inject: async (topic, partition, record) => {
      const redis = new Redis(server.url);
      await redis.xadd(streamKey(topic, partition), '*', 'e', Buffer.from(record));
      redis.disconnect();
    },
    kill: () => server.kill(),
    restart: async () => {
      await server.restart();
      await confirmOnlyWhatIsOnDisk(server.url);
    },
    dispose: () => server.dispose(),
  };
}

async function confirmOnlyWhatIsOnDisk(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.config('SET', 'appendfsync', 'always');
  redis.disconnect();
}

busConformance('Redis Streams', redisUnderTest);
crashConformance('Redis Streams', redisUnderTest);
forgeryConformance('Redis Streams', redisUnderTest);
