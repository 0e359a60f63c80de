import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { billingV1 } from '@palisade/contracts';
import { grpcClientProvider, KeyFile } from '@palisade/nest-kit';
import { Redis } from 'ioredis';
import { CONFIG, type DomainsConfig } from '../config/config.ts';
import { withLiveKeys } from '../config/live-keys.ts';
import { BILLING_CLIENT } from './billing-client.ts';
import { EDGE_REDIS } from './edge-redis.ts';

/** The configuration, and connections to what the service works with; closed with it. */
@Module({})
export class ConnectionsModule implements OnApplicationShutdown {
  constructor(@Inject(EDGE_REDIS) private readonly edgeRedis: Redis) {}

  static forRoot(config: DomainsConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        { provide: CONFIG, inject: [KeyFile], useFactory: (keys: KeyFile) => withLiveKeys(config, keys) },
        { provide: EDGE_REDIS, useFactory: () => edgeRedis(config.PALISADE_EDGE_REDIS_URL) },
        grpcClientProvider({
          provide: BILLING_CLIENT,
          service: billingV1.BillingService,
          address: config.PALISADE_BILLING_GRPC,
        }),
      ],
      exports: [CONFIG, EDGE_REDIS, BILLING_CLIENT],
    };
  }

  onApplicationShutdown(): void {
    this.edgeRedis.disconnect();
  }
}

/** Fails fast while Redis is away: what is not published stays in the database and goes out when it is back. */
function edgeRedis(url: string): Redis {
  const logger = new Logger('EdgeRedis');
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  });
  redis.on('error', (error) => logger.warn({ err: error }, 'the edges’ Redis is not reachable'));
  return redis;
}
