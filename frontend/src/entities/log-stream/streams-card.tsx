import { Plus, Waypoints } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { LogStream, LogStreamList } from '../../shared/api/types.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { type QueryLike, QueryState } from '../../shared/ui/query-state.tsx';
import type { StreamCalls } from './stream-calls.ts';
import { StreamRow } from './stream-row.tsx';

/** Only who adds or changes a stream loads its form. */
const StreamDialog = lazy(async () => ({
  default: (await import('./stream-dialog.tsx')).StreamDialog,
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
  const [editing, setEditing] = useState<LogStream | null>(null);
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
            {domains?.length === 0
              ? 'Add a domain first: a stream sends the records of one domain.'
              : 'Send logs over HTTP, to syslog, Kafka, object storage, or an OpenTelemetry collector.'}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line px-5">
            {streams.map((stream) => (
              <StreamRow key={stream.id} stream={stream} calls={calls} onEdit={() => setEditing(stream)} />
            ))}
          </ul>
        )}
      </QueryState>
      {adding && (
        <Suspense fallback={null}>
          {isFull && limitDialog ? (
            limitDialog(streams.length, () => setAdding(false))
          ) : (
            <StreamDialog calls={calls} stream={null} domains={domains} onClose={() => setAdding(false)} />
          )}
        </Suspense>
      )}
      {editing && (
        <Suspense fallback={null}>
          <StreamDialog calls={calls} stream={editing} domains={domains} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </Card>
  );
}
