import type { EdgeNode } from '../../../shared/api/types.ts';
import { formatBytes, formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { figures, Table, Td } from '../../../shared/ui/table.tsx';
import { age, nodeState, plural } from './system-view.ts';

const columns = [
  'Node',
  'State',
  'Version',
  figures('Sites'),
  'Configs compared',
  figures('Logs waiting'),
  figures('Load'),
];

function NodeRow({ node, now }: { node: EdgeNode; now: number }) {
  const { tone, label } = nodeState(node);
  const refusal = node.last_refusal;
  return (
    <tr className="last:[&>td]:border-b-0">
      <Td>
        <p className="font-[560] whitespace-nowrap">{node.node}</p>
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
            Refused {plural(node.configs_refused, 'config')}, last <code>{refusal.code}</code>
          </p>
        )}
      </Td>
      <Td className="font-mono text-[0.8125rem]">{node.version}</Td>
      <Td atEnd>{formatCount(node.sites)}</Td>
      <Td className="whitespace-nowrap">
        {node.configs_compared_at === null ? 'Never' : `${age(node.configs_compared_at, now)} ago`}
        {node.changes_behind > 0 && (
          <p className="text-[0.8125rem] whitespace-nowrap text-ink-muted">
            {plural(node.changes_behind, 'change')} behind
          </p>
        )}
      </Td>
      <Td atEnd>{formatBytes(node.spool_bytes)}</Td>
      <Td atEnd>
        {Math.round(node.cpu_percent)} % CPU
        <p className="text-[0.8125rem] text-ink-muted">{formatBytes(node.memory_bytes)}</p>
      </Td>
    </tr>
  );
}

export function EdgeNodesCard({ nodes, now }: { nodes: readonly EdgeNode[] | null; now: number }) {
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Edge nodes" description="What every node reports about itself, every few seconds" />
      {nodes === null && (
        <CardBody>
          <Notice tone="danger" role="alert">
            The nodes cannot be seen: their Redis does not answer. They go on serving what they have.
          </Notice>
        </CardBody>
      )}
      {nodes?.length === 0 && (
        <EmptyState title="No edge node has reported yet">
          A node appears here within seconds of its start, if it reaches the same Redis.
        </EmptyState>
      )}
      {nodes !== null && nodes.length > 0 && (
        <Table label="Edge nodes" className="md:min-w-[58rem]" columns={columns}>
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
