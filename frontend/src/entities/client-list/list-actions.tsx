import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ClientList } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { toast } from '../../shared/ui/toast.ts';
import type { ListCalls } from './list-calls.ts';
import { entriesText, listError } from './list-words.ts';

interface ListActionsProps {
  list: ClientList;
  /** Null: read-only. */
  calls: ListCalls | null;
  onShow: () => void;
  onEdit: () => void;
}

/** What can be done with one list. */
export function ListActions({ list, calls, onShow, onEdit }: ListActionsProps) {
  const [refreshing, setRefreshing] = useState(false);
  const [asking, setAsking] = useState(false);
  const show = { key: 'show', label: 'Show entries', onSelect: onShow };

  const refresh = async ({ refresh: call }: ListCalls) => {
    setRefreshing(true);
    try {
      const fetched = await call(list.id);
      if (fetched.last_error === null) toast.success(`${list.name} fetched: ${entriesText(fetched)}`);
      else toast.error(`${listError(fetched.last_error, fetched.last_status)}.`);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to fetch the list'));
    } finally {
      setRefreshing(false);
    }
  };

  const changes =
    calls === null
      ? []
      : [
          ...(list.source !== 'hand'
            ? [{ key: 'refresh', label: 'Refresh now', onSelect: () => void refresh(calls) }]
            : []),
          { key: 'edit', label: 'Edit', onSelect: onEdit },
          { key: 'delete', label: 'Delete', tone: 'danger' as const, onSelect: () => setAsking(true) },
        ];
  return (
    <>
      <Menu
        label={`More for ${list.name}`}
        trigger={
          <Button size="icon" variant="ghost" busy={refreshing} icon={<Ellipsis className="size-4" />} />
        }
        entries={[show, ...changes]}
      />
      {asking && calls !== null && (
        <DeleteDialog list={list} remove={calls.remove} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

/** Why it cannot go, as long as a policy refers to it, the server says. */
function DeleteDialog({
  list: { id, name },
  remove,
  onClose,
}: {
  list: ClientList;
  remove: ListCalls['remove'];
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await remove(id);
      toast.success(`List ${name} deleted`);
      onClose();
    } catch (error) {
      setRefusal(messageOf(error, 'Failed to delete the list'));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      confirmLabel="Delete list"
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      Its entries are removed from all edges within seconds.
      {refusal !== undefined && (
        <Notice role="alert" tone="danger" className="mt-4">
          {refusal}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
