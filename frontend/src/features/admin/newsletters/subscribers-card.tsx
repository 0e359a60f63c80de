import { Download, Mail, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useDownload } from '../../../entities/session/use-download.ts';
import type { Subscriber } from '../../../shared/api/types.ts';
import { formatCount, formatDate } from '../../../shared/lib/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ACTIONS, Table, Td } from '../../../shared/ui/table.tsx';
import { nextOf, useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import {
  useGetAdminStatsQuery,
  useListSubscribersQuery,
  useRemoveSubscriberMutation,
} from '../api/admin-api.ts';
import { foundRows, ListState } from '../lists/list-state.tsx';
import { SearchBox, useSearched } from '../lists/search-box.tsx';
import { useRemoval } from '../lists/use-removal.ts';
import { ImportDialog } from './import-dialog.tsx';

const PAGE = 50;

/** Newsletter subscribers, with an export. */
export function SubscribersCard() {
  const search = useSearched('subscriber');
  const [importing, setImporting] = useState(false);
  const { before, foot } = useKeysetPages(search);
  const query = useListSubscribersQuery({
    limit: PAGE,
    ...(search !== '' && { search }),
    ...(before !== undefined && { before: Number(before) }),
  });
  // The list is paged, so its total comes from the statistics.
  const { data: stats } = useGetAdminStatsQuery();
  const total = stats?.total_subscribers ?? null;
  const { download, busy } = useDownload();
  const [remove] = useRemoveSubscriberMutation();
  const { gone, removeWithUndo } = useRemoval((id) => remove({ id: Number(id) }).unwrap(), {
    success: 'Subscriber removed',
    failure: 'Failed to remove the subscriber',
  });
  const [confirming, setConfirming] = useState<Subscriber | null>(null);
  const subscribers = query.data?.filter(({ id }) => !gone.has(String(id)));
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Newsletter Subscribers"
        description={total === null ? undefined : `${formatCount(total)} subscribed, newest first`}
        action={
          <span className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              icon={<Upload className="size-4" />}
              onClick={() => setImporting(true)}
            >
              Import CSV
            </Button>
            <Button
              variant="secondary"
              icon={<Download className="size-4" />}
              busy={busy}
              onClick={() =>
                download('/api/admin/subscribers/export', 'subscribers.csv', 'Failed to export subscribers')
              }
            >
              Export CSV
            </Button>
          </span>
        }
      />
      <SearchBox label="Search subscribers" name="subscriber" />
      <ListState query={query} found={foundRows(search, subscribers)}>
        {subscribers?.length === 0 ? (
          <EmptyState icon={<Mail />} title={search === '' ? 'No subscribers yet' : 'Nobody found'}>
            {search === ''
              ? 'People who sign up in the newsletter window appear here.'
              : 'No subscriber matches.'}
          </EmptyState>
        ) : (
          <Table label="Subscribers" columns={['Name', 'Email', 'Subscribed', ACTIONS]}>
            <tbody>
              {subscribers?.map((subscriber) => (
                <tr key={subscriber.id} className="last:[&>td]:border-b-0">
                  <Td className="min-w-32 font-[560] wrap-anywhere md:max-w-96" dir="auto">
                    {subscriber.first_name} {subscriber.last_name}
                  </Td>
                  <Td className="min-w-40 wrap-anywhere md:min-w-56">{subscriber.email}</Td>
                  <Td className="whitespace-nowrap text-ink-muted">{formatDate(subscriber.created_at)}</Td>
                  <Td atEnd>
                    <Button
                      variant="ghost"
                      size="icon"
                      className="-mr-2.5 text-danger-text"
                      aria-label={`Remove ${subscriber.email}`}
                      icon={<Trash2 className="size-4" />}
                      onClick={() => setConfirming(subscriber)}
                    />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {foot(nextOf(query.data, PAGE, ({ id }) => id))}
      </ListState>
      {confirming && (
        <ConfirmDialog
          open
          title={`Remove ${confirming.email}?`}
          confirmLabel="Remove subscriber"
          onCancel={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null);
            removeWithUndo(String(confirming.id), `${confirming.email} is about to be removed.`);
          }}
        >
          This has the same effect as unsubscribing: a later import does not re-add them; only they can
          subscribe again.
        </ConfirmDialog>
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Card>
  );
}
