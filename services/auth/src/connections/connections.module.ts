import { Module } from '@nestjs/common';
import { billingV1, domainsV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClient, InternalChannel, InternalTokenSigner } from '@palisade/nest-kit';
import { AUTH_CONFIG, type AuthConfig } from '../config/config.ts';

/** Other services, as this one asks them. */
export type BillingClient = GrpcClient<typeof billingV1.BillingService>;
export type DomainsClient = GrpcClient<typeof domainsV1.DomainsService>;
export const BILLING = Symbol('billing');
export const DOMAINS = Symbol('domains');

const TIMEOUT_MS = 2_000;

/** The other services. */
@Module({
  providers: [
    {
      provide: BILLING,
      inject: [AUTH_CONFIG, InternalTokenSigner, InternalChannel],
      useFactory: (
        config: AuthConfig,
        signer: InternalTokenSigner,
        channel: InternalChannel,
      ): BillingClient => {
        const address = config.PALISADE_BILLING_GRPC;
        return grpcClient(billingV1.BillingService, { address, signer, channel, timeout: TIMEOUT_MS });
      },
    },
    {
      provide: DOMAINS,
      inject: [AUTH_CONFIG, InternalTokenSigner, InternalChannel],
      useFactory: (
        config: AuthConfig,
        signer: InternalTokenSigner,
        channel: InternalChannel,
      ): DomainsClient => {
        const address = config.PALISADE_DOMAINS_GRPC;
        return grpcClient(domainsV1.DomainsService, { address, signer, channel, timeout: TIMEOUT_MS });
      },
    },
  ],
  exports: [BILLING, DOMAINS],
})
export class ConnectionsModule {}
