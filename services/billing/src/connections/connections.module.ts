import { type DynamicModule, Module } from '@nestjs/common';
import { authV1, domainsV1, mailerV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClientProvider } from '@palisade/nest-kit';
import { type BillingConfig, CONFIG } from '../config/config.ts';

export type AuthClient = GrpcClient<typeof authV1.AuthService>;
export type DomainsClient = GrpcClient<typeof domainsV1.DomainsService>;
export type MailerClient = GrpcClient<typeof mailerV1.MailerService>;
/** Injection tokens of the clients of other services. */
export const AUTH = Symbol('auth client');
export const DOMAINS = Symbol('domains client');
export const MAILER = Symbol('mailer client');

/** The configuration, and the clients of other services. */
@Module({})
export class ConnectionsModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        grpcClientProvider({
          provide: AUTH,
          service: authV1.AuthService,
          address: config.PALISADE_AUTH_GRPC,
        }),
        grpcClientProvider({
          provide: DOMAINS,
          service: domainsV1.DomainsService,
          address: config.PALISADE_DOMAINS_GRPC,
        }),
        grpcClientProvider({
          provide: MAILER,
          service: mailerV1.MailerService,
          address: config.PALISADE_MAILER_GRPC,
        }),
      ],
      exports: [CONFIG, AUTH, DOMAINS, MAILER],
    };
  }
}
