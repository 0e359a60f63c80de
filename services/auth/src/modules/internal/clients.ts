import type { Provider } from '@nestjs/common';
import { billingV1, domainsV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClient, InternalChannel, InternalTokenSigner } from '@palisade/nest-kit';
import { AUTH_CONFIG, type AuthConfig } from '../../config.ts';

/** Other services, as this one asks them. */
export type BillingClient = GrpcClient<typeof billingV1.BillingService>;
export type DomainsClient = GrpcClient<typeof domainsV1.DomainsService>;
export const BILLING = Symbol('billing');
export const DOMAINS = Symbol('domains');

export const CLIENTS: readonly Provider[] = [
  {
    provide: BILLING,
    inject: [AUTH_CONFIG, InternalTokenSigner, InternalChannel],
    useFactory: (config: AuthConfig, signer: InternalTokenSigner, channel: InternalChannel): BillingClient =>
      grpcClient(billingV1.BillingService, {
        address: config.PALISADE_BILLING_GRPC,
        signer,
        channel,
        timeout: 2_000,
      }),
  },
  {
    provide: DOMAINS,
    inject: [AUTH_CONFIG, InternalTokenSigner, InternalChannel],
    useFactory: (config: AuthConfig, signer: InternalTokenSigner, channel: InternalChannel): DomainsClient =>
      grpcClient(domainsV1.DomainsService, {
        address: config.PALISADE_DOMAINS_GRPC,
        signer,
        channel,
        timeout: 2_000,
      }),
  },
];
