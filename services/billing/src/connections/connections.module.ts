import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { authV1, domainsV1, mailerV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClient, InternalChannel, InternalTokenSigner } from '@palisade/nest-kit';
import { type BillingConfig, CONFIG } from '../config/config.ts';

export type AuthClient = GrpcClient<typeof authV1.AuthService>;
export type DomainsClient = GrpcClient<typeof domainsV1.DomainsService>;
export type MailerClient = GrpcClient<typeof mailerV1.MailerService>;
/** Injection tokens of the clients of other services. */
export const AUTH = Symbol('auth client');
export const DOMAINS = Symbol('domains client');
export const MAILER = Symbol('mailer client');

/** The configuration, and connections to the services that are asked; closed with the service. */
@Module({})
export class ConnectionsModule implements OnApplicationShutdown {
  constructor(
    @Inject(AUTH) private readonly auth: AuthClient,
    @Inject(DOMAINS) private readonly domains: DomainsClient,
    @Inject(MAILER) private readonly mailer: MailerClient,
  ) {}

  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        {
          provide: AUTH,
          inject: [InternalTokenSigner, InternalChannel],
          useFactory: (signer: InternalTokenSigner, channel: InternalChannel) =>
            grpcClient(authV1.AuthService, { address: config.PALISADE_AUTH_GRPC, signer, channel }),
        },
        {
          provide: DOMAINS,
          inject: [InternalTokenSigner, InternalChannel],
          useFactory: (signer: InternalTokenSigner, channel: InternalChannel) =>
            grpcClient(domainsV1.DomainsService, { address: config.PALISADE_DOMAINS_GRPC, signer, channel }),
        },
        {
          provide: MAILER,
          inject: [InternalTokenSigner, InternalChannel],
          useFactory: (signer: InternalTokenSigner, channel: InternalChannel) =>
            grpcClient(mailerV1.MailerService, { address: config.PALISADE_MAILER_GRPC, signer, channel }),
        },
      ],
      exports: [CONFIG, AUTH, DOMAINS, MAILER],
    };
  }

  onApplicationShutdown(): void {
    this.auth.close();
    this.domains.close();
    this.mailer.close();
  }
}
