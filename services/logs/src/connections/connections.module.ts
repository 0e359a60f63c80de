import { type DynamicModule, Module } from '@nestjs/common';
import { authV1, billingV1, domainsV1, mailerV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClientProvider, SecretBox, secretBoxProvider } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig, sealingKeyFields } from '../config/config.ts';
import {
  ACCOUNT_DATA_CLIENTS,
  type AccountDataClients,
  type AuthClient,
  type BillingClient,
  type MailerClient,
} from './account-data-clients.ts';
import { DOMAINS_CLIENT } from './domains-client.ts';

const [AUTH, BILLING, MAILER] = [Symbol('auth client'), Symbol('billing client'), Symbol('mailer client')];

/** The configuration, and connections to other services. */
@Module({})
export class ConnectionsModule {
  static forRoot(config: LogsConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        { provide: LOGS_CONFIG, useValue: config },
        secretBoxProvider(config, (settings) => sealingKeyFields.parse(settings)),
        grpcClientProvider({
          provide: DOMAINS_CLIENT,
          service: domainsV1.DomainsService,
          address: config.PALISADE_DOMAINS_GRPC,
          timeout: 2_000,
        }),
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
          provide: MAILER,
          service: mailerV1.MailerService,
          address: config.PALISADE_MAILER_GRPC,
        }),
        {
          provide: ACCOUNT_DATA_CLIENTS,
          inject: [AUTH, BILLING, DOMAINS_CLIENT, MAILER],
          useFactory: (
            auth: AuthClient,
            billing: BillingClient,
            domains: GrpcClient<typeof domainsV1.DomainsService>,
            mailer: MailerClient,
          ): AccountDataClients => ({ auth, billing, domains, mailer }),
        },
      ],
      exports: [LOGS_CONFIG, SecretBox, DOMAINS_CLIENT, ACCOUNT_DATA_CLIENTS],
    };
  }
}
