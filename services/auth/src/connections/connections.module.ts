import { type DynamicModule, Module } from '@nestjs/common';
import { billingV1, domainsV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClientProvider } from '@palisade/nest-kit';
import type { AuthConfig } from '../config/config.ts';

export type BillingClient = GrpcClient<typeof billingV1.BillingService>;
export type DomainsClient = GrpcClient<typeof domainsV1.DomainsService>;
/** Injection tokens of the clients of other services. */
export const BILLING = Symbol('billing client');
export const DOMAINS = Symbol('domains client');

const TIMEOUT_MS = 2_000;

/** The clients of other services. */
@Module({})
export class ConnectionsModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        grpcClientProvider({
          provide: BILLING,
          service: billingV1.BillingService,
          address: config.PALISADE_BILLING_GRPC,
          timeout: TIMEOUT_MS,
        }),
        grpcClientProvider({
          provide: DOMAINS,
          service: domainsV1.DomainsService,
          address: config.PALISADE_DOMAINS_GRPC,
          timeout: TIMEOUT_MS,
        }),
      ],
      exports: [BILLING, DOMAINS],
    };
  }
}
