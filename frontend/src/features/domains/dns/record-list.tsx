import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DnsRecord } from '../../../shared/api/types.ts';
import { formatRelative } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { RecordCheck } from './record-check.tsx';
import { POLL_MS, type useDnsState } from './use-dns-state.ts';

interface RecordListProps {
  dns: ReturnType<typeof useDnsState>;
  purpose: DnsRecord['purpose'];
  /** Additional content per record. */
  more?: (record: DnsRecord) => ReactNode;
}

/** Records of one purpose in their current state, polled. */
export function RecordList({ dns: { data, error, isFetching, refetch }, purpose, more }: RecordListProps) {
  if (error && !data)
    return (
      <ErrorState
        message={messageOf(error, 'Failed to look up the records')}
        onRetry={refetch}
        className="rounded-md border border-line py-6"
      />
    );
  const records = data?.records.filter((record) => record.purpose === purpose);
  const checkedAt = records?.[0]?.checked_at;
  return (
    <div className="rounded-md border border-line">
      <div role="status">
        {records ? (
          <ul className="divide-y divide-line">
            {records.map((record) => (
              <RecordCheck key={record.name} record={record}>
                {more?.(record)}
              </RecordCheck>
            ))}
          </ul>
        ) : (
          <p className="flex items-center gap-2.5 px-3 py-3 text-[0.8125rem] text-ink-muted">
            <Spinner className="size-4" /> Asking DNS…
          </p>
        )}
      </div>
      <p className="flex min-h-10 items-center justify-between gap-3 border-t border-line bg-sunken/60 px-3 text-xs text-ink-faint">
        <span>
          {error
            ? 'The last check failed; it is repeated automatically.'
            : `${checkedAt ? `Last checked: ${formatRelative(checkedAt)}. Repeated` : 'Checked'} every ${POLL_MS / 1000} seconds while this is open.`}
        </span>
        <Button
          size="sm"
          variant="ghost"
          className="-mr-2"
          busy={isFetching && records !== undefined}
          icon={<RotateCw className="size-3.5" />}
          onClick={refetch}
        >
          Check now
        </Button>
      </p>
    </div>
  );
}
