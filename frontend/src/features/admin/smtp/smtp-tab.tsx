import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import type { SmtpConfig } from '../../../shared/api/types.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useDeleteSmtpConfigMutation, useListSmtpConfigsQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { useRemoval } from '../lists/use-removal.ts';
import { useAttentionPart } from '../overview/use-attention.ts';
import { SmtpCard } from './smtp-card.tsx';
import { SmtpDialog } from './smtp-dialog.tsx';

type Open = { kind: 'none' } | { kind: 'add' } | { kind: 'edit' | 'delete'; smtp: SmtpConfig };

const waiting = (
  <div className="grid gap-4 lg:grid-cols-2">
    {[0, 1].map((card) => (
      <Card key={card} className="grid gap-3 p-5">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-32" />
        <Skeleton className="h-10" />
      </Card>
    ))}
  </div>
);

export function SmtpTab() {
  const query = useListSmtpConfigsQuery();
  const { data: delivery } = useAttentionPart('delivery');
  const [remove] = useDeleteSmtpConfigMutation();
  const { gone, removeWithUndo } = useRemoval((id) => remove({ id: Number(id) }).unwrap(), {
    success: 'SMTP server deleted successfully!',
    failure: 'Failed to delete SMTP server',
  });
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const close = () => setOpen({ kind: 'none' });
  const servers = query.data?.filter(({ id }) => !gone.has(String(id)));
  const defaults = servers?.filter(({ is_default }) => is_default).length ?? 0;
  const addButton = (
    <Button icon={<Plus className="size-4" />} onClick={() => setOpen({ kind: 'add' })}>
      Add SMTP Server
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">SMTP Configuration</h2>
        {addButton}
      </div>
      {defaults > 1 && (
        <Notice tone="info" title="Load balancing is active">
          {defaults} servers are default: the mail worker rotates between them.
        </Notice>
      )}
      <ListState query={query} skeleton={waiting}>
        {servers?.length === 0 ? (
          <Card>
            <EmptyState icon={<Server />} title="No SMTP Configured">
              {delivery?.state === 'ready'
                ? 'Mail is sent through the server in the installation’s settings. Add your first server with "Add SMTP Server" to use it instead.'
                : 'Add your first server with "Add SMTP Server", so that the product can send mail.'}
            </EmptyState>
          </Card>
        ) : (
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {servers?.map((smtp) => (
              <SmtpCard
                key={smtp.id}
                smtp={smtp}
                onEdit={() => setOpen({ kind: 'edit', smtp })}
                onDelete={() => setOpen({ kind: 'delete', smtp })}
              />
            ))}
          </div>
        )}
      </ListState>
      {open.kind === 'add' && <SmtpDialog onClose={close} />}
      {open.kind === 'edit' && <SmtpDialog smtp={open.smtp} onClose={close} />}
      {open.kind === 'delete' && (
        <ConfirmDialog
          open
          title={`Delete ${open.smtp.name}?`}
          confirmLabel="Delete server"
          onCancel={close}
          onConfirm={() => {
            close();
            removeWithUndo(String(open.smtp.id), `${open.smtp.name} is about to be deleted.`);
          }}
        >
          Mail is sent through the remaining servers.
        </ConfirmDialog>
      )}
    </div>
  );
}
