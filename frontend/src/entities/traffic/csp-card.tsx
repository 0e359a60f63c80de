import { formatCount } from '../../shared/lib/format.ts';
import { type LogFilters, logLink } from '../log/log-filters.ts';
import type { useBreakdownsQuery } from './analytics-api.ts';
import { cspLabel } from './counted-values.ts';
import { ListCard, shareOf, wasIn } from './list-card.tsx';
import { ShareList } from './share-list.tsx';

type Reported = NonNullable<ReturnType<typeof useBreakdownsQuery>['data']>['csp'];

/** What browsers report of a Content-Security-Policy, by directive and host. Nothing where nobody has reported. */
export function CspCard({
  reported,
  before,
  within,
}: {
  reported: Reported | undefined;
  before: Reported | undefined;
  within: LogFilters & { domain?: string };
}) {
  if (reported === undefined || reported.length === 0) return null;
  return (
    <ListCard
      title="CSP reports"
      description="What browsers blocked under the Content-Security-Policy, or would have blocked"
    >
      <ShareList
        empty="No browser has reported."
        rows={reported.map(({ value, requests }) => ({
          key: value,
          ...cspLabel(value),
          value: formatCount(requests),
          was: wasIn(
            before,
            (one) => one.value === value,
            (one) => one.requests,
          ),
          share: shareOf(requests, reported[0]!.requests),
          to: logLink({ ...within, reason: 'csp_report:taken' }),
        }))}
      />
    </ListCard>
  );
}
