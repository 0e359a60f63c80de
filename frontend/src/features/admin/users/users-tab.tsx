import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminUserLink } from '../../../entities/page/paths.ts';
import { useUser } from '../../../entities/session/use-session.ts';
import type { AdminUser } from '../../../shared/api/types.ts';
import { formatCompact, formatCount, formatDate } from '../../../shared/lib/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ACTIONS, figures, Table, type TableColumn, Td } from '../../../shared/ui/table.tsx';
import { IN_TURN, nextOf, useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import { useSort } from '../../../shared/ui/use-sort.ts';
import { useDeleteUserMutation, useListUsersQuery } from '../api/admin-api.ts';
import { foundRows, ListState } from '../lists/list-state.tsx';
import { SearchField, useSearched } from '../lists/search-box.tsx';
import { useRemoval } from '../lists/use-removal.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';

const PAGE_SIZE = 50;
const SORTS = ['username', 'created_at'] as const;
const NEWEST_FIRST = { by: 'created_at', order: 'desc' } as const;

/** Counts come from another service, which may be unavailable. */
const orDash = (count: number | null): string => (count === null ? '–' : formatCompact(count));

/** The list contains only the first names. */
function namesOf({ domains, domain_count }: AdminUser): string {
  const more = (domain_count ?? 0) - domains.length;
  const names = domains.map(({ domain_name }) => domain_name).join(', ');
  return more > 0 ? `${names} and ${formatCount(more)} more` : names;
}

type Open = { kind: 'none' } | { kind: 'add' } | { kind: 'edit' | 'delete'; user: AdminUser };

export function UsersTab() {
  const me = useUser();
  const [remove] = useDeleteUserMutation();
  const { gone, removeWithUndo } = useRemoval((id) => remove({ id }).unwrap(), {
    success: 'User deleted successfully!',
    failure: 'Failed to delete user',
  });
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const wanted = useSearched('search');
  const [{ by, order }, sortOf] = useSort(SORTS, NEWEST_FIRST);
  const { before, turned, foot } = useKeysetPages(JSON.stringify([wanted, by, order]), IN_TURN);
  const columns: TableColumn[] = [
    { name: 'User', atEnd: false, sort: sortOf('username') },
    ...['Plan', 'Status', figures('Domains'), figures('Total requests'), figures('Total blocked')],
    { name: 'Joined', atEnd: false, sort: sortOf('created_at') },
    ACTIONS,
  ];
  const query = useListUsersQuery({
    search: wanted || undefined,
    after: before,
    pageSize: PAGE_SIZE,
    sort: by,
    order,
  });
  const close = () => setOpen({ kind: 'none' });

  const shown = query.data?.filter(({ id }) => !gone.has(id));

  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 p-4 sm:px-5">
        <SearchField label="Search users" placeholder="Search by name or email" name="search" />
        <Button
          className="ml-auto"
          icon={<Plus className="size-4" />}
          onClick={() => setOpen({ kind: 'add' })}
        >
          Add User
        </Button>
      </div>
      <ListState query={query} found={foundRows(wanted, shown)}>
        <Table label="Users" className="md:min-w-[56rem]" columns={columns}>
          <tbody>
            {shown?.map((user) => (
              <tr key={user.id} className="last:[&>td]:border-b-0">
                <Td className="min-w-48 wrap-anywhere">
                  <p className="font-[560]">
                    <Link to={adminUserLink(user.id)} className="link inline-block min-h-6 min-w-6">
                      <bdi>{user.full_name || user.username}</bdi>
                    </Link>
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
                <Td atEnd title={namesOf(user)}>
                  {user.domain_count ?? '–'}
                </Td>
                <Td atEnd>{orDash(user.total_requests)}</Td>
                <Td atEnd>{orDash(user.blocked_requests)}</Td>
                <Td className="whitespace-nowrap text-ink-muted">{formatDate(user.created_at)}</Td>
                <Td atEnd>
                  <span className="-mr-2.5 inline-flex">
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
                <Td colSpan={columns.length} className="py-10 text-center text-ink-muted">
                  No user matches.
                </Td>
              </tr>
            )}
          </tbody>
        </Table>
        {foot(
          nextOf(query.data, PAGE_SIZE, ({ id }) => id),
          `Page ${turned + 1}`,
        )}
      </ListState>
      {open.kind === 'add' && <UserDialog onClose={close} />}
      {open.kind === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open.kind === 'delete' && (
        <DeleteUserDialog
          user={open.user}
          onCancel={close}
          onConfirm={() => {
            close();
            removeWithUndo(open.user.id, `${open.user.username} is about to be deleted.`);
          }}
        />
      )}
    </Card>
  );
}
