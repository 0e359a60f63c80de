import { FileBadge, Network, Rocket } from 'lucide-react';
import { formatCount } from '../../../shared/lib/format.ts';
import { StatCard } from '../../../shared/ui/stat-card.tsx';
import { useListEdgeNodesQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { FRESH } from '../live/fresh.ts';
import { Stale } from '../live/stale.tsx';
import { waitState } from '../system/system-view.ts';
import { certificateTrouble } from './certificate-trouble.ts';
import { EdgeNodesCard } from './edge-nodes-card.tsx';

/** Every node and what it has taken over, refreshed while visible. */
export function EdgeNodes() {
  const edge = useListEdgeNodesQuery(undefined, FRESH);
  const now = Date.now();
  const { nodes, publications, certificates } = edge.data ?? {};
  const alive = nodes?.filter((node) => node.alive).length ?? 0;
  const publishing = waitState(publications?.oldest_at ?? null, now);
  const trouble = certificates && certificateTrouble(certificates);
  return (
    <>
      <Stale of={edge} />
      <ListState query={edge}>
        {edge.data && publications && (
          <>
            <div className="grid gap-4 sm:grid-cols-3">
              <StatCard
                label="Edge nodes alive"
                value={nodes ? `${alive} of ${nodes.length}` : '–'}
                icon={<Network />}
                tone={alive > 0 && alive === nodes?.length ? 'ok' : 'danger'}
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
              <StatCard
                label="Certificates in trouble"
                value={formatCount(trouble?.count ?? 0)}
                note={trouble ? `${trouble.title}: ${trouble.detail}` : 'None expired, none failing'}
                icon={<FileBadge />}
                tone={trouble ? 'danger' : 'ok'}
              />
            </div>
            <EdgeNodesCard nodes={edge.data.nodes} drainedElsewhere={edge.data.drained_elsewhere} now={now} />
          </>
        )}
      </ListState>
    </>
  );
}
