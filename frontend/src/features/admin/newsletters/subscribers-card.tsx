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
import { useListSubscribersQuery, useRemoveSubscriberMutation } from '../common/admin-api.ts';
import { ListState } from '../common/list-state.tsx';
import { SearchBox } from '../common/search-box.tsx';
import { useRemoval } from '../common/use-removal.ts';
import { ImportDialog } from './import-dialog.tsx';

const AT_MOST = 500;

/** Who gets the newsletter; as a file, too. */
export function SubscribersCard() {
  const [search, setSearch] = useState('');
  const [importing, setImporting] = useState(false);
  const query = useListSubscribersQuery(search === '' ? {} : { search });
  const { download, busy } = useDownload();
  const [remove] = useRemoveSubscriberMutation();
  const { gone, removeWithUndo } = useRemoval((id) => remove({ id: Number(id) }).unwrap(), {
    success: 'Subscriber removed',
    failure: 'Failed to remove the subscriber',
  });
  const [confirming, setConfirming] = useState<Subscriber | null>(null);
  const subscribers = query.data?.filter(({ id }) => !gone.has(String(id)));
  const count = subscribers?.length ?? 0;
  const shown =
    query.data?.length === AT_MOST ? `The newest ${formatCount(count)}` : `${formatCount(count)} subscribed`;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Newsletter Subscribers"
        description={query.data && (search === '' ? shown : `${formatCount(count)} found`)}
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
      <SearchBox label="Search subscribers" onSearch={setSearch} />
      <ListState query={query}>
        {count === 0 ? (
          <EmptyState icon={<Mail />} title={search === '' ? 'No subscribers yet' : 'Nobody found'}>
            {search === ''
              ? 'Whoever signs up by the newsletter window shows here.'
              : 'No subscriber has this in their name or address.'}
          </EmptyState>
        ) : (
          <Table label="Subscribers" columns={['Name', 'Email', 'Subscribed', ACTIONS]}>
            <tbody>
              {subscribers?.map((subscriber) => (
                <tr key={subscriber.id} className="last:[&>td]:border-b-0">
                  <Td className="font-[560]">
                    {subscriber.first_name} {subscriber.last_name}
                  </Td>
                  <Td>{subscriber.email}</Td>
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
          As if they had unsubscribed themselves: a later import does not bring them back, only they can.
        </ConfirmDialog>
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Card>
  );
}
