import { skipToken } from '@reduxjs/toolkit/query';
import { useListOriginsQuery } from '../../../../entities/domain/domains-api.ts';
import type { OriginState } from '../../../../shared/api/openapi.gen.ts';
import { formatRelative } from '../../../../shared/lib/format.ts';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { usePanelOpen } from '../../../../shared/ui/panel-open.ts';

const POLL_MS = 10_000;

/** Health of each origin as seen by the edge nodes, polled while visible. */
export function OriginHealth({ domainId }: { domainId: string }) {
  const isShown = usePanelOpen();
  const { data } = useListOriginsQuery(isShown ? { id: domainId } : skipToken, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    // The form around it mounts again once the configuration is here.
    refetchOnMountOrArgChange: POLL_MS / 1_000,
  });
  if (!data?.checked) return null;
  return (
    <ul aria-label="Health of the origins" className="grid gap-2">
      {data.origins.map(({ origin, healthy, nodes }) => (
        <li key={origin} className="rounded-md bg-sunken px-3 py-2 text-[0.8125rem]">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-mono">{origin}</span>
            {healthy === null ? (
              <Badge>Not checked yet</Badge>
            ) : (
              <Badge tone={healthy ? 'ok' : 'danger'}>{healthText(nodes)}</Badge>
            )}
            <span className="text-ink-muted">{latencyText(nodes)}</span>
          </p>
          {nodes
            .filter((node) => !node.healthy)
            .map((node) => (
              <p key={node.node} className="mt-1 text-danger-text">
                {node.node}: {node.problem}
                {node.status !== null && ` (${node.status})`} · {formatRelative(node.checked_at)}
              </p>
            ))}
        </li>
      ))}
    </ul>
  );
}

type Nodes = OriginState['nodes'];

/** "Unhealthy at 1 of 3 nodes": the others may still use it. */
function healthText(nodes: Nodes): string {
  const unwell = nodes.filter(({ healthy }) => !healthy).length;
  if (unwell === 0) return 'Healthy';
  return unwell === nodes.length ? 'Unhealthy' : `Unhealthy at ${unwell} of ${nodes.length} nodes`;
}

/** "edge-1: 12 ms, edge-2: 80 ms" */
const latencyText = (nodes: Nodes): string =>
  nodes.flatMap(({ node, latency_ms: ms }) => (ms === null ? [] : [`${node}: ${ms} ms`])).join(', ');
