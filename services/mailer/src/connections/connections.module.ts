import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { authV1, billingV1 } from '@palisade/contracts';
import {
  followedSecretBox,
  type GrpcClient,
  grpcClient,
  InternalChannel,
  InternalTokenSigner,
  KeyFile,
  SecretBox,
} from '@palisade/nest-kit';
import { Redis } from 'ioredis';
import { MAILER_CONFIG, type MailerConfig, sealingKeyFields } from '../config/config.ts';

export type AuthClient = GrpcClient<typeof authV1.AuthService>;
export type BillingClient = GrpcClient<typeof billingV1.BillingService>;
/** Injection tokens of what the service talks to. */
export const AUTH = Symbol('auth client');
export const BILLING = Symbol('billing client');
export const REDIS = Symbol('redis');

/** The configuration, its keys, and connections; closed with the service. */
@Module({})
export class ConnectionsModule implements OnApplicationShutdown {
  constructor(
    @Inject(AUTH) private readonly auth: AuthClient,
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  static forRoot(config: MailerConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        { provide: MAILER_CONFIG, useValue: config },
        {
          provide: SecretBox,
          inject: [KeyFile],
          useFactory: (keys: KeyFile) =>
            followedSecretBox(keys, config, (settings) => sealingKeyFields.parse(settings)),
        },
        {
          provide: AUTH,
          inject: [InternalTokenSigner, InternalChannel],
          useFactory: (signer: InternalTokenSigner, channel: InternalChannel) =>
            grpcClient(authV1.AuthService, { address: config.PALISADE_AUTH_GRPC, signer, channel }),
        },
        {
          provide: BILLING,
          inject: [InternalTokenSigner, InternalChannel],
          useFactory: (signer: InternalTokenSigner, channel: InternalChannel) =>
            grpcClient(billingV1.BillingService, { address: config.PALISADE_BILLING_GRPC, signer, channel }),
        },
        { provide: REDIS, useFactory: () => connect(config.PALISADE_QUEUE_REDIS_URL) },
      ],
      exports: [MAILER_CONFIG, SecretBox, AUTH, BILLING, REDIS],
    };
  }

  onApplicationShutdown(): void {
    this.auth.close();
    this.billing.close();
    this.redis.disconnect();
  }
}

/** Fails fast while Redis is away: whoever sends waits and asks again. */
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
