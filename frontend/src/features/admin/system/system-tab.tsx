import { Network, Rocket } from 'lucide-react';
import { formatCount } from '../../../shared/lib/format.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { StatCard } from '../../../shared/ui/stat-card.tsx';
import { useListEdgeNodesQuery } from '../common/admin-api.ts';
import { ListState } from '../common/list-state.tsx';
import { BacklogCard } from './backlog-card.tsx';
import { EdgeNodesCard } from './edge-nodes-card.tsx';
import { age, waitState } from './system-view.ts';
import { useBacklogs } from './use-backlogs.ts';

const INTERVAL_MS = 10_000;
const fresh = {
  pollingInterval: INTERVAL_MS,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;

/** Warns that a part does not answer, with the age of its last data. */
function Stale({ of: query }: { of: { error?: unknown; data?: unknown; fulfilledTimeStamp?: number } }) {
  const { error, data, fulfilledTimeStamp } = query;
  if (!error || data === undefined || fulfilledTimeStamp === undefined) return null;
  return (
    <Notice tone="warn" role="alert">
      These figures are {age(new Date(fulfilledTimeStamp).toISOString(), Date.now())} old: newer ones cannot
      be read.
    </Notice>
  );
}

/** State of all services and edge nodes, refreshed while visible. */
export function SystemTab() {
  const edge = useListEdgeNodesQuery(undefined, fresh);
  const services = useBacklogs(fresh);
  const now = Date.now();
  const alive = edge.data?.nodes?.filter((node) => node.alive).length ?? 0;
  const publications = edge.data?.publications;
  const publishing = waitState(publications?.oldest_at ?? null, now);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Stale of={edge} />
      <ListState query={edge}>
        {edge.data && publications && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <StatCard
                label="Edge nodes alive"
                value={edge.data.nodes === null ? '–' : `${alive} of ${edge.data.nodes.length}`}
                icon={<Network />}
                tone={alive > 0 && alive === edge.data.nodes?.length ? 'ok' : 'danger'}
              />
              <StatCard
                label="Configurations to publish"
                value={formatCount(publications.waiting)}
                note={
                  publications.failing > 0
                    ? `${publishing.label}, ${formatCount(publications.failing)} refused`
                    : publishing.label
                }
                icon={<Rocket />}
                tone={publications.failing > 0 || publishing.tone === 'danger' ? 'danger' : 'ok'}
              />
            </div>
            <EdgeNodesCard nodes={edge.data.nodes} drainedElsewhere={edge.data.drained_elsewhere} now={now} />
          </>
        )}
      </ListState>
      <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-6 lg:*:col-span-2 lg:*:nth-[-n+2]:col-span-3">
        {services.map(({ service, about, query }) => (
          <div key={service} className="grid content-start gap-3">
            <Stale of={query} />
            <BacklogCard title={service} about={about} query={query} now={now} />
          </div>
        ))}
      </div>
    </div>
  );
}
