import type { ServiceBacklog } from '../../../shared/api/types.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { ListState } from '../lists/list-state.tsx';
import { plural, queuesState, type State, topicsState, waitState } from './system-view.ts';

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

function Contents({ backlog, now }: { backlog: ServiceBacklog; now: number }) {
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
      {queues.length > 0 && <Line label="Jobs" value="" state={queuesState(queues)} />}
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
      <ListState query={query}>{query.data && <Contents backlog={query.data} now={now} />}</ListState>
    </Card>
  );
}
