import type { domainsV1 } from '@palisade/contracts';
import type { GrpcClient } from '@palisade/nest-kit';

export type DomainsClient = Pick<
  GrpcClient<typeof domainsV1.DomainsService>,
  'listUserDomains' | 'getDomains' | 'getOwnerPlan' | 'getRecordingKey' | 'getReplaySites'
>;
/** Injection token of the client of the domains service. */
export const DOMAINS_CLIENT = Symbol('domains client');
