import type { EdgeNode } from '../../../shared/api/types.ts';
import { formatBytes, formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { ACTIONS, figures, Table, Td } from '../../../shared/ui/table.tsx';
import { age } from '../live/age.ts';
import { plural } from '../system/system-view.ts';
import { DrainButton } from './drain-button.tsx';
import { nodeState } from './node-state.ts';

const columns = ['Node', 'State', figures('Sites'), 'Configuration', figures('Load'), ACTIONS];

function NodeRow({ node, now }: { node: EdgeNode; now: number }) {
  const { tone, label } = nodeState(node);
  const refusal = node.last_refusal;
  return (
    <tr className="last:[&>td]:border-b-0">
      <Td>
        <p className="font-[560] whitespace-nowrap">
          {node.node} <span className="font-mono text-[0.8125rem] font-normal">{node.version}</span>
        </p>
        <p
          className="text-[0.8125rem] whitespace-nowrap text-ink-muted"
          title={`Last seen ${formatDateTime(node.last_seen_at)}`}
        >
          Up {age(node.started_at, now)}, seen {age(node.last_seen_at, now)} ago
        </p>
      </Td>
      <Td>
        <Badge tone={tone}>{label}</Badge>
        {refusal && (
          <p
            className="mt-1 text-[0.8125rem] text-ink-muted"
            title={`Site ${refusal.site_id}, ${formatDateTime(refusal.at)}`}
          >
            Refused {plural(node.configs_refused, 'config')}, last{' '}
            <span className="wrap-anywhere">
              {refusal.code.replace(/^site_config_/, '').replaceAll('_', ' ')}
            </span>
          </p>
        )}
      </Td>
      <Td atEnd>{formatCount(node.sites)}</Td>
      <Td>
        <span className="whitespace-nowrap">Revision {formatCount(node.config_sequence)}</span>
        <p className="text-[0.8125rem] text-ink-muted">
          {node.changes_behind > 0 && `${plural(node.changes_behind, 'change')} behind, `}
          {node.configs_compared_at === null
            ? 'not checked yet'
            : `checked ${age(node.configs_compared_at, now)} ago`}
        </p>
      </Td>
      <Td atEnd>
        {Math.round(node.cpu_percent)}% CPU, {formatBytes(node.memory_bytes)}
        <p className="text-[0.8125rem] text-ink-muted">
          {node.spool_bytes === 0 ? 'No logs wait' : `${formatBytes(node.spool_bytes)} of logs wait`}
        </p>
      </Td>
      <Td atEnd>
        <DrainButton node={node.node} isDrained={node.drain === 'asked' || node.drain === 'draining'} />
      </Td>
    </tr>
  );
}

interface EdgeNodesCardProps {
  nodes: readonly EdgeNode[] | null;
  /** Drained nodes that do not report. */
  drainedElsewhere: readonly string[];
  now: number;
}

export function EdgeNodesCard({ nodes, drainedElsewhere, now }: EdgeNodesCardProps) {
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Edge nodes" description="What every node reports about itself, every few seconds" />
      {nodes === null && (
        <CardBody>
          <Notice tone="danger" role="alert">
            The state of the nodes is unknown: their Redis does not respond. They keep serving their current
            configuration.
          </Notice>
        </CardBody>
      )}
      {nodes?.length === 0 && (
        <EmptyState title="No edge node has reported yet">
          A node appears here within seconds of its start if it can reach the same Redis.
        </EmptyState>
      )}
      {drainedElsewhere.length > 0 && (
        <ul aria-label="Drained nodes that do not report" className="divide-y divide-line px-5 pb-3 text-sm">
          {drainedElsewhere.map((node) => (
            <li key={node} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-[560]">{node}</span>{' '}
                <span className="text-ink-muted">is drained and does not report</span>
              </span>
              <DrainButton node={node} isDrained />
            </li>
          ))}
        </ul>
      )}
      {nodes !== null && nodes.length > 0 && (
        <Table label="Edge nodes" className="md:min-w-[50rem]" columns={columns}>
          <tbody>
            {nodes.map((node) => (
              <NodeRow key={node.node} node={node} now={now} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
