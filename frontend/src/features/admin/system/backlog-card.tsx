import type { ServiceBacklog } from '../../../shared/api/types.ts';
import { formatCount } from '../../../shared/lib/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { figures, Table, Td } from '../../../shared/ui/table.tsx';
import { ListState } from '../common/list-state.tsx';
import { plural, type State, topicsState, waitState } from './system-view.ts';

function Line({ label, value, state }: { label: string; value: string; state: State }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-5 py-3 text-sm">
      <span>
        <span className="font-[560]">{label}</span> <span className="text-ink-muted">{value}</span>
      </span>
      <Badge tone={state.tone}>{state.label}</Badge>
    </div>
  );
}

const columns = ['Queue', figures('Waiting'), figures('Active'), figures('Delayed'), figures('Failed')];

function Queues({ title, queues }: { title: string; queues: ServiceBacklog['queues'] }) {
  return (
    <Table label={`Queues: ${title}`} columns={columns}>
      <tbody>
        {queues.map(({ name, counts }) => (
          <tr key={name} className="last:[&>td]:border-b-0">
            <Td className="font-mono text-[0.8125rem]">{name}</Td>
            {counts === null ? (
              <Td colSpan={4} className="text-right text-danger-text">
                Does not answer
              </Td>
            ) : (
              <>
                <Td atEnd>{formatCount(counts.waiting)}</Td>
                <Td atEnd>{formatCount(counts.active)}</Td>
                <Td atEnd>{formatCount(counts.delayed)}</Td>
                <Td atEnd className={counts.failed > 0 ? 'text-danger-text' : undefined}>
                  {formatCount(counts.failed)}
                </Td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Contents({ title, backlog, now }: { title: string; backlog: ServiceBacklog; now: number }) {
  const { outbox, topics, queues } = backlog;
  return (
    <>
      {outbox && (
        <Line
          label="Outbox"
          value={plural(outbox.waiting, 'event')}
          state={waitState(outbox.oldest_at, now)}
        />
      )}
      <Line
        label="Bus"
        value={topics?.length ? topics.map(({ topic }) => topic).join(', ') : ''}
        state={topicsState(topics)}
      />
      {queues.length > 0 && <Queues title={title} queues={queues} />}
    </>
  );
}

interface BacklogCardProps {
  title: string;
  /** What its queues contain. */
  about: string;
  query: { isLoading: boolean; error?: unknown; data?: ServiceBacklog | undefined; refetch: () => unknown };
  now: number;
}

/** Waiting work of one service. */
export function BacklogCard({ title, about, query, now }: BacklogCardProps) {
  return (
    <Card className="h-fit overflow-hidden">
      <CardHeader title={title} description={about} />
      <ListState query={query}>
        {query.data && <Contents title={title} backlog={query.data} now={now} />}
      </ListState>
    </Card>
  );
}
