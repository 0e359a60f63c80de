import type { EventProducer } from '@palisade/contracts';
import type { Disposable } from './fresh-folder.ts';
import { type EventSettings, type InternalKeys, newInternalKeys, startTestRedis } from './infrastructure.ts';
import { startTestPostgres, type TestPostgres } from './postgres.ts';

type CommonSetting =
  | 'PALISADE_PROFILE'
  | 'PALISADE_LOG_LEVEL'
  | 'PALISADE_INTERNAL_PRIVATE_KEY'
  | 'PALISADE_INTERNAL_PUBLIC_KEYS'
  | 'PALISADE_INTERNAL_CERTIFICATES'
  | 'PALISADE_DATABASE_URL'
  | 'PALISADE_BUS_REDIS_URL';

/** The servers that a service's tests run on. */
export interface Surroundings {
  postgres: TestPostgres;
  redis: Awaited<ReturnType<typeof startTestRedis>>;
  keys: InternalKeys;
  databaseUrl: string;
  /** The settings that every service has. */
  environment: Record<CommonSetting, string> & EventSettings;
  dispose(): Promise<void>;
}

/**
 * The servers that a service stands on, real, with the settings that name them. Redis has a database for each use: 0 for
 * the bus, 1 for edges, 2 for queues; which of them a service has is the service's to say.
 */
export async function startSurroundings(
  service: EventProducer,
  startDatabase: () => Promise<Disposable<TestPostgres>> = startTestPostgres,
): Promise<Surroundings> {
  const [postgres, redis] = await Promise.all([startDatabase(), startTestRedis()]);
  const keys = await newInternalKeys(service);
  const databaseUrl = await postgres.createServiceRole(service, 'secret');
  return {
    postgres,
    redis,
    keys,
    databaseUrl,
    environment: {
      PALISADE_PROFILE: 'test',
      PALISADE_LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      PALISADE_INTERNAL_PRIVATE_KEY: keys.privateKeys[service] ?? '',
      PALISADE_INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
      PALISADE_INTERNAL_CERTIFICATES: JSON.stringify(
        keys.channelSettings(service).PALISADE_INTERNAL_CERTIFICATES,
      ),
      ...keys.eventSettings(service),
      PALISADE_DATABASE_URL: databaseUrl,
      PALISADE_BUS_REDIS_URL: `${redis.url}/0`,
    },
    dispose: async () => {
      await Promise.all([postgres.dispose(), redis.dispose()]);
    },
  };
}
