import { Plus, Waypoints } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { LogStreamList } from '../../shared/api/types.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { type QueryLike, QueryState } from '../../shared/ui/query-state.tsx';
import type { StreamCalls } from './stream-calls.ts';
import { StreamRow } from './stream-row.tsx';

/** Only who adds a stream loads its form. */
const NewStreamDialog = lazy(async () => ({
  default: (await import('./new-stream-dialog.tsx')).NewStreamDialog,
}));

interface StreamsCardProps {
  query: QueryLike & { data?: LogStreamList };
  calls: StreamCalls;
  /** Names of the account's domains; null: streams are of all sites. */
  domains: readonly string[] | null;
  description: string;
  /** Shown where there are as many as may be; absent: the server says so. */
  limitDialog?: (used: number, onClose: () => void) => ReactNode;
}

export function StreamsCard({ query, calls, domains, description, limitDialog }: StreamsCardProps) {
  const streams = query.data?.streams ?? [];
  const isFull = streams.length >= (query.data?.max_streams ?? 0);
  const [adding, setAdding] = useState(false);
  const add = (
    <Button
      size="sm"
      icon={<Plus className="size-4" />}
      disabled={domains?.length === 0}
      onClick={() => setAdding(true)}
    >
      Add stream
    </Button>
  );
  return (
    <Card>
      <CardHeader title="Streams" description={description} action={streams.length > 0 && add} />
      <QueryState query={query} failure="Failed to load log streams">
        {streams.length === 0 ? (
          <EmptyState icon={<Waypoints />} title="No streams yet" action={add}>
            To a server of yours over HTTP, to syslog, to object storage, or to an OpenTelemetry collector.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line px-5">
            {streams.map((stream) => (
              <StreamRow key={stream.id} stream={stream} calls={calls} />
            ))}
          </ul>
        )}
      </QueryState>
      {adding && (
        <Suspense fallback={null}>
          {isFull && limitDialog ? (
            limitDialog(streams.length, () => setAdding(false))
          ) : (
            <NewStreamDialog calls={calls} domains={domains} onClose={() => setAdding(false)} />
          )}
        </Suspense>
      )}
    </Card>
  );
}
