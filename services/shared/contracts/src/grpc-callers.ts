import type { DescService } from '@bufbuild/protobuf';
import type { AuthService } from './gen/palisade/auth/v1/auth_pb.ts';
import type { BillingService } from './gen/palisade/billing/v1/billing_pb.ts';
import type { DomainsService } from './gen/palisade/domains/v1/domains_pb.ts';
import type { LogsService } from './gen/palisade/logs/v1/logs_pb.ts';
import type { MailerService } from './gen/palisade/mailer/v1/mailer_pb.ts';

type Caller = 'gateway' | 'auth' | 'billing' | 'domains' | 'logs' | 'mailer';
type CallersOf<Service extends DescService> = Readonly<Record<keyof Service['method'], readonly Caller[]>>;

/** Which services may ask which questions of which: a method that is not here does not compile. */
export const GRPC_CALLERS = {
  'palisade.auth.v1.AuthService': {
    authenticate: ['gateway'],
    knowsDevice: ['gateway'],
    lookAsSupport: ['gateway'],
    getUsers: ['billing', 'mailer'],
    findConfirmedUsers: ['billing'],
    countUsers: ['billing'],
    readAccountData: ['logs'],
  } satisfies CallersOf<typeof AuthService>,
  'palisade.billing.v1.BillingService': {
    getUserPlan: ['domains'],
    getUserPlans: ['auth', 'mailer'],
    setUserPlan: ['auth'],
    cancelSubscription: ['auth'],
    getOrderInvoice: ['mailer'],
    readAccountData: ['logs'],
  } satisfies CallersOf<typeof BillingService>,
  'palisade.domains.v1.DomainsService': {
    listUserDomains: ['billing', 'logs'],
    listDomainsOfUsers: ['auth'],
    getDomains: ['auth', 'logs'],
    countDomains: ['billing'],
    getOwnerPlan: ['logs'],
    getRecordingKey: ['logs'],
    getReplaySites: ['logs'],
    readAccountData: ['logs'],
  } satisfies CallersOf<typeof DomainsService>,
  'palisade.logs.v1.LogsService': {
    getReport: ['mailer'],
  } satisfies CallersOf<typeof LogsService>,
  'palisade.mailer.v1.MailerService': {
    countSubscribers: ['billing'],
    readAccountData: ['logs'],
  } satisfies CallersOf<typeof MailerService>,
} as const;

/** @param path of a gRPC call, `/palisade.auth.v1.AuthService/Authenticate` */
export function mayCall(caller: string, path: string): boolean {
  const [, service = '', method = ''] = path.split('/');
  const methods: Readonly<Record<string, readonly string[]>> | undefined = Object.hasOwn(
    GRPC_CALLERS,
    service,
  )
    ? GRPC_CALLERS[service as keyof typeof GRPC_CALLERS]
    : undefined;
  return methods?.[method.charAt(0).toLowerCase() + method.slice(1)]?.includes(caller) ?? false;
}
