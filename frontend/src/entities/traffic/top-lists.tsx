import type { ReactNode } from 'react';
import type { Analytics } from '../../shared/api/types.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { countedPathFilter, type LogFilters, logLink } from '../log/log-filters.ts';
import { ShareList } from './share-list.tsx';

const TOP = 8;
/** What all values are counted as that had no counter of their own in their hour. */
const OTHER = '(other)';

/** In per cent of all. */
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

function ListCard({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody>{children ?? <Skeleton className="h-44" />}</CardBody>
    </Card>
  );
}

interface TopListsProps {
  /** Undefined while it is on its way. */
  data: Analytics | undefined;
  /** Domain and time range, which what is looked up in the log keeps. */
  within: LogFilters & { domain?: string };
}

/** The commonest threats, paths and addresses; each leads to its requests in the log. */
export function TopLists({ data, within }: TopListsProps) {
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
              share: percentage,
              to: logLink({ ...within, threat: threat_type, status: 'blocked' }),
            }))}
          />
        )}
      </ListCard>
      <ListCard title="Top Paths" description="Asked for most">
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
                share: shareOf(requests, data.totals.requests),
                to: filter && logLink({ ...within, path: filter }),
              };
            })}
          />
        )}
      </ListCard>
      <ListCard title="Top Addresses" description="Who asks most">
        {data && (
          <ShareList
            empty="No traffic yet."
            rows={data.addresses.slice(0, TOP).map(({ address, requests, blocked }) => ({
              key: address,
              label: address === OTHER ? 'All others' : address,
              title: address,
              mono: address !== OTHER,
              value: formatCount(requests),
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
