import type { Analytics } from '../../shared/api/types.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { countedPathFilter, type LogFilters, logLink } from '../log/log-filters.ts';
import { ListCard, OTHER, shareOf, wasIn } from './list-card.tsx';
import { ShareList } from './share-list.tsx';

const TOP = 8;

interface TopListsProps {
  /** Undefined while it is on its way. */
  data: Analytics | undefined;
  /** The period that it is compared with, if one was chosen. */
  compared: Analytics | undefined;
  /** Domain and time range, which what is looked up in the log keeps. */
  within: LogFilters & { domain?: string };
}

/** The commonest threats, paths and addresses; each leads to its requests in the log. */
export function TopLists({ data, compared, within }: TopListsProps) {
  return (
    <div className="grid gap-4 sm:gap-5 md:grid-cols-2 xl:grid-cols-3">
      <ListCard title="Top Threat Types" description="Share of the blocked requests">
        {data && (
          <ShareList
            tone="danger"
            empty="Nothing blocked yet."
            rows={data.threat_types.slice(0, TOP).map(({ threat_type, percentage, count }) => ({
              key: threat_type,
              label: threat_type,
              value: formatCount(count),
              was: wasIn(
                compared?.threat_types,
                (one) => one.threat_type === threat_type,
                (one) => one.count,
              ),
              share: percentage,
              to: logLink({ ...within, threat: threat_type, status: 'blocked' }),
            }))}
          />
        )}
      </ListCard>
      <ListCard title="Top Paths" description="Most requested">
        {data && (
          <ShareList
            empty="No traffic yet."
            rows={data.paths.slice(0, TOP).map(({ path, requests }) => {
              const filter = countedPathFilter(path);
              return {
                key: path,
                label: path === OTHER ? 'All others' : path,
                title: path,
                mono: path !== OTHER,
                value: formatCount(requests),
                was: wasIn(
                  compared?.paths,
                  (one) => one.path === path,
                  (one) => one.requests,
                ),
                share: shareOf(requests, data.totals.requests),
                to: filter && logLink({ ...within, path: filter }),
              };
            })}
          />
        )}
      </ListCard>
      <ListCard title="Top Addresses" description="Clients with the most requests">
        {data && (
          <ShareList
            empty="No traffic yet."
            rows={data.addresses.slice(0, TOP).map(({ address, requests, blocked }) => ({
              key: address,
              label: address === OTHER ? 'All others' : address,
              title: address,
              mono: address !== OTHER,
              value: formatCount(requests),
              was: wasIn(
                compared?.addresses,
                (one) => one.address === address,
                (one) => one.requests,
              ),
              note: blocked > 0 ? `${formatCount(blocked)} blocked` : undefined,
              share: shareOf(requests, data.totals.requests),
              to: address === OTHER ? null : logLink({ ...within, address }),
            }))}
          />
        )}
      </ListCard>
    </div>
  );
}
