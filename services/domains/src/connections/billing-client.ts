import type { billingV1 } from '@palisade/contracts';
import type { GrpcClient } from '@palisade/nest-kit';

export type BillingClient = GrpcClient<typeof billingV1.BillingService>;
/** Injection token of the client of billing's gRPC service. */
export const BILLING_CLIENT = Symbol('billing client');
