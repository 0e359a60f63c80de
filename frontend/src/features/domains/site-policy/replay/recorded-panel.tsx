import { useState } from 'react';
import {
  useDeleteRecordingsMutation,
  useRecordedQuery,
} from '../../../../entities/policy-replay/policy-replay-api.ts';
import { formatBytes, formatCount, formatDateTime } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';

/** A site's recorded requests: number, age, an example, and their deletion. */
export default function RecordedPanel({ domainName }: { domainName: string }) {
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useRecordedQuery(
    { domain: domainName },
    { refetchOnMountOrArgChange: true },
  );
  const [deleteAll, deletion] = useDeleteRecordingsMutation();

  if (error && !data)
    return (
      <ErrorState
        message={messageOf(error, 'The recording could not be loaded')}
        onRetry={refetch}
        className="py-6"
      />
    );
  if (!data) return <Skeleton className="h-24" />;
  if (data.requests === 0) return <p className="text-sm text-ink-muted">Nothing is recorded yet.</p>;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm">
        {formatCount(data.requests)} requests are kept, {formatCount(data.refused)} of them refused or
        challenged: {formatBytes(data.bytes)}, encrypted
        {data.oldest !== null && data.newest !== null && (
          <>
            , from {formatDateTime(data.oldest)} to {formatDateTime(data.newest)}
          </>
        )}
        .
      </p>
      {data.example !== null && (
        <figure className="grid min-w-0 gap-1.5">
          <figcaption className="text-[0.8125rem] text-ink-muted">
            The latest, as stored; masked values: {formatCount(data.example.masked_values)}.
          </figcaption>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
            tabIndex={0}
            className="max-h-60 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs"
          >
            {data.example.text}
          </pre>
        </figure>
      )}
      {deletion.error !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-danger-text">
          {messageOf(deletion.error, 'The recorded requests could not be deleted')}
        </p>
      )}
      <Button size="sm" variant="secondary" className="w-fit" onClick={() => setAsking(true)}>
        Delete all recorded requests
      </Button>
      <ConfirmDialog
        open={asking}
        title="Delete all recorded requests?"
        confirmLabel="Delete all"
        busy={deletion.isLoading}
        onCancel={() => setAsking(false)}
        onConfirm={() => void deleteAll({ domain: domainName }).then(() => setAsking(false))}
      >
        Changes can be tested again once new requests have been recorded. Your logs are kept.
      </ConfirmDialog>
    </div>
  );
}
