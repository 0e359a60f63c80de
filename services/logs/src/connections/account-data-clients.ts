import type { authV1, billingV1, domainsV1, mailerV1 } from '@palisade/contracts';
import type { GrpcClient } from '@palisade/nest-kit';

export type AuthClient = GrpcClient<typeof authV1.AuthService>;
export type BillingClient = GrpcClient<typeof billingV1.BillingService>;
export type MailerClient = GrpcClient<typeof mailerV1.MailerService>;

type Reader = Pick<GrpcClient<typeof domainsV1.DomainsService>, 'readAccountData'>;

/** Services with data of accounts, by the names of their folders in an export. */
export type AccountDataClients = Readonly<Record<'auth' | 'billing' | 'domains' | 'mailer', Reader>>;
/** Injection token. */
export const ACCOUNT_DATA_CLIENTS = Symbol('account data clients');
