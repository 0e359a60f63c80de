import { useState } from 'react';
import type { FailedWork } from '../../../shared/api/types.ts';
import { formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { ListState } from '../lists/list-state.tsx';
import { chosen, failures, settledWords } from './jobs-view.ts';
import type { ServiceWork } from './use-failed-work.ts';

const words = {
  retry: { done: 'done again', failure: 'Failed to try again' },
  discard: { done: 'discarded', failure: 'Failed to discard' },
} as const;
type Act = keyof typeof words;

/** Failed work of one service, oldest first. */
export function FailedCard({ service, failed, retry, discard }: ServiceWork) {
  const [busy, setBusy] = useState<string | null>(null);
  const [discarding, setDiscarding] = useState<readonly FailedWork[] | null>(null);
  const { items = [], total = null, unreachable = [] } = failed.data ?? {};

  const settle = async (act: Act, of: readonly FailedWork[], key: string) => {
    setBusy(key);
    try {
      const call = act === 'retry' ? retry : discard;
      const { text, ok } = settledWords(await call(chosen(of)).unwrap(), words[act].done);
      if (ok) toast.success(text);
      else toast.error(text);
    } catch (error) {
      toast.error(messageOf(error, words[act].failure));
    }
    setBusy(null);
    setDiscarding(null);
  };

  const columns: readonly Column<FailedWork>[] = [
    {
      header: 'Failed',
      className: 'whitespace-nowrap text-ink-muted',
      cell: ({ failed_at }) => formatDateTime(failed_at),
    },
    {
      header: 'What',
      cell: ({ name, kind, place, event_id }) => (
        <>
          <p className="font-mono text-[0.8125rem] wrap-anywhere">{name || 'Unreadable'}</p>
          <p className="text-[0.8125rem] text-ink-muted" title={event_id ?? undefined}>
            {kind === 'event' ? 'Event' : 'Job'} of {place}
          </p>
        </>
      ),
    },
    { header: 'Error', className: 'max-w-96 wrap-anywhere', cell: ({ error }) => error },
    { header: 'Attempts', atEnd: true, cell: ({ attempts }) => formatCount(attempts) },
    {
      header: 'Actions',
      atEnd: true,
      cell: (item) => {
        const key = `${item.place} ${item.id}`;
        const about = `${item.name || 'unreadable'}, failed ${formatDateTime(item.failed_at)}`;
        return (
          <span className="inline-flex gap-2">
            <Button
              size="sm"
              variant="secondary"
              busy={busy === key}
              disabled={busy !== null}
              aria-label={`Retry ${about}`}
              onClick={() => settle('retry', [item], key)}
            >
              Retry
            </Button>
            <Button
              size="sm"
              variant="danger-quiet"
              disabled={busy !== null}
              aria-label={`Discard ${about}`}
              onClick={() => setDiscarding([item])}
            >
              Discard
            </Button>
          </span>
        );
      },
    },
  ];

  const listed = total === null || total <= items.length ? 'all' : `the oldest ${items.length}`;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={service}
        description={
          failed.data &&
          (total !== null && total > items.length
            ? `The oldest ${items.length} of ${failures(total)}`
            : failures(items.length))
        }
        action={
          items.length > 0 && (
            <span className="flex flex-wrap gap-2">
              <Badge tone="danger">{total === null ? `${items.length}+` : formatCount(total)}</Badge>
              <Button
                size="sm"
                variant="secondary"
                busy={busy === 'all'}
                disabled={busy !== null}
                aria-label={`Retry ${listed} of the ${service.toLowerCase()}`}
                onClick={() => settle('retry', items, 'all')}
              >
                Retry {listed}
              </Button>
              <Button
                size="sm"
                variant="danger-quiet"
                disabled={busy !== null}
                aria-label={`Discard ${listed} of the ${service.toLowerCase()}`}
                onClick={() => setDiscarding(items)}
              >
                Discard {listed}
              </Button>
            </span>
          )
        }
      />
      {unreachable.length > 0 && (
        <div className="px-5 pb-4">
          <Notice tone="warn" role="alert">
            Not responding: {unreachable.join(', ')}. Failures there are not listed.
          </Notice>
        </div>
      )}
      <ListState query={failed}>
        <DataTable
          label={`What failed: ${service}`}
          className="md:min-w-[56rem]"
          stacked
          columns={columns}
          rows={failed.data?.items}
          keyOf={({ place, id }) => `${place} ${id}`}
          empty={unreachable.length === 0 ? 'Nothing failed.' : 'No failures where it could be checked.'}
        />
      </ListState>
      {discarding && (
        <ConfirmDialog
          open
          title={
            discarding.length === 1 ? 'Discard it permanently?' : `Discard ${discarding.length} permanently?`
          }
          confirmLabel="Discard"
          busy={busy !== null}
          onCancel={() => setDiscarding(null)}
          onConfirm={() => settle('discard', discarding, 'discard')}
        >
          <p>
            What {discarding.length === 1 ? 'it' : 'they'} would have changed stays unchanged, and it cannot
            be brought {discarding.length === 1 ? 'it' : 'them'} back. The audit log records that you did
            this.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
