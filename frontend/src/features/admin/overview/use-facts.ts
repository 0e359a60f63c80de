import type { Problem } from '../../../shared/api/openapi.gen.ts';
import type { Facts } from './attention.ts';
import { useAttention } from './use-attention.ts';

/** Parts with waiting work, and their names for people. */
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

/** Facts about every service. */
export function useFacts(): { facts: Facts; isLooking: boolean } {
  const { data, error, isLoading } = useAttention();
  /** Data of a failed query are outdated, so they count as missing. */
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
