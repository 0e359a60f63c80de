import { lazy, Suspense } from 'react';
import type { ListCalls } from '../../entities/client-list/list-calls.ts';
import {
  useCreateClientListMutation,
  useDeleteClientListMutation,
  useListClientListsQuery,
  useRefreshClientListMutation,
  useUpdateClientListMutation,
} from '../../entities/client-list/lists-api.ts';
import { PlanBadge } from '../../entities/plan/plan-badge.tsx';
import { UpgradeRequiredDialog } from '../../entities/plan/upgrade-dialogs.tsx';
import { useEntitlements } from '../../entities/plan/use-plans.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { PageSpinner } from '../../shared/ui/spinner.tsx';

/** Its menus and dialogs come after the page. */
const ListsCard = lazy(async () => ({ default: (await import('./later.ts')).ListsCard }));

const REFRESH_MS = 10_000;

const locked = {
  badge: <PlanBadge feature="ipManagement" />,
  dialog: (onClose: () => void) => <UpgradeRequiredDialog feature="ipManagement" onClose={onClose} />,
};

export function ListsPage() {
  const query = useListClientListsQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
    // Which sites use a list changes with their policies.
    refetchOnMountOrArgChange: true,
  });
  const { allows } = useEntitlements();
  const [create] = useCreateClientListMutation();
  const [update] = useUpdateClientListMutation();
  const [remove] = useDeleteClientListMutation();
  const [refresh] = useRefreshClientListMutation();
  const calls: ListCalls = {
    create: (list) => create({ clientListCreate: list }).unwrap(),
    update: (id, change) => update({ id, clientListUpdate: change }).unwrap(),
    remove: (id) => remove({ id }).unwrap(),
    refresh: (id) => refresh({ id }).unwrap(),
  };
  return (
    <>
      <PageHeader
        title="Lists"
        subtitle="Named lists of addresses, networks, countries, user agents or TLS fingerprints that your sites share."
      />
      <Suspense fallback={<PageSpinner />}>
        <ListsCard
          query={query}
          calls={calls}
          of="owner"
          title="Your lists"
          purpose="A list holds addresses, network operators, countries, user agents or TLS fingerprints for your sites to allow, refuse or challenge: your offices, known attackers, a feed that is updated by itself. Create one here, and choose it in the WAF policy of each site."
          {...(!allows('ipManagement') && { locked })}
        />
      </Suspense>
    </>
  );
}
