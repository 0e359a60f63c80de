import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { authV1, billingV1, logsV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClientProvider, SecretBox, secretBoxProvider } from '@palisade/nest-kit';
import { Redis } from 'ioredis';
import { MAILER_CONFIG, type MailerConfig, sealingKeyFields } from '../config/config.ts';

export type AuthClient = GrpcClient<typeof authV1.AuthService>;
export type BillingClient = GrpcClient<typeof billingV1.BillingService>;
export type LogsClient = GrpcClient<typeof logsV1.LogsService>;
/** Injection tokens of connections to other systems. */
export const AUTH = Symbol('auth client');
export const BILLING = Symbol('billing client');
export const LOGS = Symbol('logs client');
export const REDIS = Symbol('redis');

/** A report may have to wait while others are rendered. */
const REPORT_MS = 60_000;

/** The configuration, its keys, and connections; closed with the service. */
@Module({})
export class ConnectionsModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  static forRoot(config: MailerConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        { provide: MAILER_CONFIG, useValue: config },
        secretBoxProvider(config, (settings) => sealingKeyFields.parse(settings)),
        grpcClientProvider({
          provide: AUTH,
          service: authV1.AuthService,
          address: config.PALISADE_AUTH_GRPC,
        }),
        grpcClientProvider({
          provide: BILLING,
          service: billingV1.BillingService,
          address: config.PALISADE_BILLING_GRPC,
        }),
        grpcClientProvider({
          provide: LOGS,
          service: logsV1.LogsService,
          address: config.PALISADE_LOGS_GRPC,
          timeout: REPORT_MS,
        }),
        { provide: REDIS, useFactory: () => connect(config.PALISADE_QUEUE_REDIS_URL) },
      ],
      exports: [MAILER_CONFIG, SecretBox, AUTH, BILLING, LOGS, REDIS],
    };
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

/** Fails fast while Redis is unavailable: senders wait and ask again. */
function connect(url: string): Redis {
  const logger = new Logger('Redis');
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  });
  redis.on('error', (error) => logger.warn({ err: error }, 'Redis is not reachable'));
  return redis;
}
