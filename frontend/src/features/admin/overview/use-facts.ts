import {
  useGetEdgeControlsQuery,
  useGetMailDeliveryQuery,
  useListCampaignsQuery,
  useListEdgeNodesQuery,
  useListOrdersQuery,
  useListSingleMailsQuery,
  useListSmtpConfigsQuery,
} from '../common/admin-api.ts';
import { useBacklogs } from '../system/use-backlogs.ts';
import { type Facts, MAILS_ASKED_FOR } from './attention.ts';

const fresh = {
  pollingInterval: 30_000,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;
export const NEWEST_ORDERS = { offset: 0, limit: 5 };

interface Answer<Data> {
  data?: Data;
  error?: unknown;
}

/** An answer that failed is old, however good it was. */
const factOf = <Data>({ data, error }: Answer<Data>): Data | null | undefined => (error ? null : data);

/** Asks the services for what an operator has to know; none waits for another. */
export function useFacts(): { facts: Facts; isLooking: boolean } {
  const edge = useListEdgeNodesQuery(undefined, fresh);
  const controls = useGetEdgeControlsQuery(undefined, fresh);
  const mails = useListSingleMailsQuery({ status: 'failed', limit: MAILS_ASKED_FOR }, fresh);
  const delivery = useGetMailDeliveryQuery(undefined, fresh);
  const smtp = useListSmtpConfigsQuery(undefined, fresh);
  const campaigns = useListCampaignsQuery({}, fresh);
  const orders = useListOrdersQuery(NEWEST_ORDERS, fresh);
  const backlogs = useBacklogs(fresh);
  return {
    facts: {
      edge: factOf(edge),
      controls: factOf(controls),
      deadMails: mails.error ? null : mails.data?.mails,
      smtp: factOf(smtp),
      delivery: factOf(delivery),
      campaigns: factOf(campaigns),
      orders: orders.error ? null : orders.data?.orders,
      backlogs: backlogs.map(({ service, query }) => ({ service, backlog: factOf(query) })),
    },
    isLooking: [
      edge,
      controls,
      mails,
      smtp,
      delivery,
      campaigns,
      orders,
      ...backlogs.map(({ query }) => query),
    ].some(({ isLoading }) => isLoading),
  };
}
