import type { Problem } from '../../../shared/api/openapi.gen.ts';
import type { Facts } from './attention.ts';
import { useAttention } from './use-attention.ts';

/** The parts that say what waits in a service, and what people call it. */
const BACKLOGS = [
  { service: 'Domain service', part: 'domains_backlog' },
  { service: 'Mail service', part: 'mail_backlog' },
  { service: 'Account service', part: 'auth_backlog' },
  { service: 'Billing service', part: 'billing_backlog' },
  { service: 'Log service', part: 'logs_backlog' },
] as const;

interface Part<Data> {
  data?: Data;
  problem?: Problem;
}

/** What an operator has to know, of every service. */
export function useFacts(): { facts: Facts; isLooking: boolean } {
  const { data, error, isLoading } = useAttention();
  /** An answer that failed is old, however good it was. */
  const factOf = <Data>(part: Part<Data> | undefined): Data | null | undefined =>
    error ? null : part && (part.data ?? null);
  const mails = factOf(data?.failed_mails);
  const orders = factOf(data?.orders);
  return {
    facts: {
      edge: factOf(data?.edge),
      controls: factOf(data?.controls),
      deadMails: mails === null ? null : mails?.mails,
      smtp: factOf(data?.smtp),
      delivery: factOf(data?.delivery),
      campaigns: factOf(data?.campaigns),
      orders: orders === null ? null : orders?.orders,
      backlogs: BACKLOGS.map(({ service, part }) => ({ service, backlog: factOf(data?.[part]) })),
    },
    isLooking: isLoading,
  };
}
