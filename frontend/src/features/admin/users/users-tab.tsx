import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAdminUsersQuery, useDeleteUserMutation } from '../../../shared/api/admin-api.ts';
import type { AdminUser } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/lib/attempt.ts';
import { formatCompact, formatDate } from '../../../shared/lib/format.ts';
import { useUser } from '../../../shared/session/use-session.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Table, Td, Th } from '../../../shared/ui/table.tsx';
import { ListState } from '../list-state.tsx';
import { UserDialog } from './user-dialog.tsx';

const COLUMNS = ['User', 'Plan', 'Status', 'Domains', 'Requests', 'Blocked', 'Joined', 'Actions'] as const;

type Open = { kind: 'none' } | { kind: 'add' } | { kind: 'edit' | 'delete'; user: AdminUser };

export function UsersTab() {
  const query = useAdminUsersQuery();
  const me = useUser();
  const [remove, removal] = useDeleteUserMutation();
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const [search, setSearch] = useState('');
  const close = () => setOpen({ kind: 'none' });

  const shown = useMemo(() => {
    const text = search.trim().toLowerCase();
    return query.data?.filter(({ username, email, full_name, domains }) =>
      [username, email, full_name ?? '', ...domains.map(({ domain_name }) => domain_name)].some((value) =>
        value.toLowerCase().includes(text),
      ),
    );
  }, [query.data, search]);

  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 p-4 sm:px-5">
        <input
          type="search"
          aria-label="Search users"
          placeholder="Search by name, email or domain…"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="h-10 min-w-0 flex-1 basis-56 rounded-md border border-field-line bg-surface px-3 text-sm placeholder:text-ink-faint"
        />
        <Button icon={<Plus className="size-4" />} onClick={() => setOpen({ kind: 'add' })}>
          Add User
        </Button>
      </div>
      <ListState query={query}>
        <Table label="Users" className="min-w-[56rem]">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <Th key={column}>{column}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown?.map((user) => (
              <tr key={user.id} className="last:[&>td]:border-b-0">
                <Td>
                  <p className="font-[560]">
                    {user.full_name || user.username}
                    {user.is_admin && (
                      <Badge tone="brand" className="ml-2 h-5">
                        Admin
                      </Badge>
                    )}
                  </p>
                  <p className="text-[0.8125rem] text-ink-muted">{user.email}</p>
                </Td>
                <Td className="capitalize">{user.plan}</Td>
                <Td>
                  <Badge tone={user.is_active ? 'ok' : 'neutral'}>
                    {user.is_active ? 'Active' : 'Inactive'}
                  </Badge>
                </Td>
                <Td className="tabular" title={user.domains.map(({ domain_name }) => domain_name).join(', ')}>
                  {user.domain_count}
                </Td>
                <Td className="tabular">{formatCompact(user.total_requests)}</Td>
                <Td className="tabular">{formatCompact(user.blocked_requests)}</Td>
                <Td className="whitespace-nowrap text-ink-muted">{formatDate(user.created_at)}</Td>
                <Td>
                  <span className="flex gap-1">
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Edit ${user.username}`}
                      icon={<Pencil className="size-4" />}
                      onClick={() => setOpen({ kind: 'edit', user })}
                    />
                    <Button
                      variant="ghost"
                      size="icon"
                      className="text-danger-text"
                      aria-label={`Delete ${user.username}`}
                      disabled={user.id === me.id}
                      icon={<Trash2 className="size-4" />}
                      onClick={() => setOpen({ kind: 'delete', user })}
                    />
                  </span>
                </Td>
              </tr>
            ))}
            {shown?.length === 0 && (
              <tr>
                <Td colSpan={COLUMNS.length} className="py-10 text-center text-ink-muted">
                  No user matches.
                </Td>
              </tr>
            )}
          </tbody>
        </Table>
      </ListState>
      {open.kind === 'add' && <UserDialog onClose={close} />}
      {open.kind === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open.kind === 'delete' && (
        <ConfirmDialog
          open
          title={`Delete ${open.user.username}?`}
          confirmLabel="Delete user"
          busy={removal.isLoading}
          onCancel={close}
          onConfirm={async () => {
            const done = await attempt(remove(open.user.id).unwrap(), {
              success: 'User deleted successfully!',
              failure: 'Failed to delete user',
            });
            if (done) close();
          }}
        >
          The account, its {open.user.domain_count} domains and their configuration are removed.
        </ConfirmDialog>
      )}
    </Card>
  );
}
