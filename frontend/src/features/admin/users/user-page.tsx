import { UserX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { deedOf } from '../../../entities/audit/audit-words.ts';
import { paths } from '../../../entities/page/paths.ts';
import { useUser } from '../../../entities/session/use-session.ts';
import type { AdminOrder, AdminUser, SingleMail } from '../../../shared/api/types.ts';
import {
  formatCompact,
  formatCount,
  formatDate,
  formatDateTime,
  formatMoney,
} from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { useFirstRows } from '../../../shared/ui/first-rows.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import {
  useDeleteUserMutation,
  useGetUserQuery,
  useListAuditEntriesQuery,
  useListOrdersQuery,
  useListSingleMailsQuery,
} from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { useRemoval } from '../lists/use-removal.ts';
import { failureInWords } from '../mails/mail-reasons.ts';
import { MAIL_TONES, mailName } from '../mails/mail-state.ts';
import { orderLink, orderState } from '../orders/order-state.ts';
import { NotesCard } from './notes-card.tsx';

// Dialogs bring their library, the form's and its schemas: not needed to read an account.
const DeleteUserDialog = lazy(async () => ({
  default: (await import('./delete-user-dialog.tsx')).DeleteUserDialog,
}));
const UserDialog = lazy(async () => ({ default: (await import('./user-dialog.tsx')).UserDialog }));

const SupportViewCard = lazy(async () => ({
  default: (await import('./support-view-card.tsx')).SupportViewCard,
}));

const StatusPagesCard = lazy(async () => ({
  default: (await import('../status-pages/status-pages-card.tsx')).StatusPagesCard,
}));

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ORDERS = 20;
const EVENTS = 20;
const MAILS = 20;
const DOMAINS = 25;

const allUsers = (
  <Link className="link inline-flex min-h-6 items-center" to={`${paths.admin}?tab=users`}>
    All users
  </Link>
);

/** An account with its domains, orders, notes and audit entries. */
export function UserPage() {
  const { user: id = '' } = useParams();
  const isId = UUID.test(id);
  const { data: user, error, refetch } = useGetUserQuery({ id }, { skip: !isId });
  const [remove] = useDeleteUserMutation();
  const { gone, removeWithUndo } = useRemoval((of) => remove({ id: of }).unwrap(), {
    success: 'User deleted successfully!',
    failure: 'Failed to delete user',
  });
  if (gone.has(id)) return <Deleted name={user?.full_name || user?.username} />;
  return (
    <>
      <PageHeader
        title={user ? user.full_name || user.username : 'User'}
        subtitle={allUsers}
        actions={
          user && (
            <Acts
              user={user}
              onDelete={() => removeWithUndo(id, `${user.username} is about to be deleted.`)}
            />
          )
        }
      />
      {error && !user && (
        <Card>
          <ErrorState message={messageOf(error, 'Failed to load the user')} onRetry={refetch} />
        </Card>
      )}
      {!isId && (
        <Card>
          <EmptyState icon={<UserX />} title="There is no user at this address" />
        </Card>
      )}
      {isId && !user && !error && <Skeleton className="h-60" />}
      {user && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Facts user={user} />
          <NotesCard id={user.id} />
          <Domains user={user} />
          <Orders id={user.id} />
          {!user.is_admin && (
            <Suspense fallback={<Skeleton className="h-24" />}>
              <SupportViewCard id={user.id} />
            </Suspense>
          )}
          <Mails address={user.email} />
          <Events user={user} />
          <Suspense fallback={<Skeleton className="h-24" />}>
            <StatusPagesCard ownerId={user.id} />
          </Suspense>
        </div>
      )}
    </>
  );
}

function Deleted({ name = 'User' }: { name?: string | undefined }) {
  return (
    <>
      <PageHeader title={name} subtitle={allUsers} />
      <Card>
        <EmptyState icon={<UserX />} title="This account is deleted">
          While the message shows, it can still be undone.
        </EmptyState>
      </Card>
    </>
  );
}

/** What an administrator can do with an account, other than their own, which is in their settings. */
function Acts({ user, onDelete }: { user: AdminUser; onDelete: () => void }) {
  const me = useUser();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('edit')}>
        Edit User
      </Button>
      <Button variant="danger-quiet" disabled={user.id === me.id} onClick={() => setOpen('delete')}>
        Delete User
      </Button>
      <Suspense>
        {open === 'edit' && <UserDialog user={user} onClose={close} />}
        {open === 'delete' && (
          <DeleteUserDialog
            user={user}
            onCancel={close}
            onConfirm={() => {
              close();
              onDelete();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-1.5 text-sm wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}

function Facts({ user }: { user: AdminUser }) {
  return (
    <Card>
      <CardHeader title="Account" />
      <CardBody>
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-x-6 gap-y-4">
          <Fact label="Username">{user.username}</Fact>
          <Fact label="Email">
            {user.email}
            <Badge tone={user.email_confirmed ? 'ok' : 'warn'}>
              {user.email_confirmed ? 'Confirmed' : 'Not confirmed'}
            </Badge>
          </Fact>
          <Fact label="Plan">{user.plan_name}</Fact>
          <Fact label="Status">
            <Badge tone={user.is_active ? 'ok' : 'neutral'}>{user.is_active ? 'Active' : 'Inactive'}</Badge>
            {user.is_admin && <Badge tone="brand">Admin</Badge>}
          </Fact>
          <Fact label="Joined">{formatDateTime(user.created_at)}</Fact>
          <Fact label="User ID">
            <span className="font-mono text-xs whitespace-nowrap">{user.id}</span>
            <CopyButton value={user.id} label="user ID" />
          </Fact>
        </dl>
      </CardBody>
    </Card>
  );
}

type OwnDomain = AdminUser['domains'][number];
const domainColumns: readonly Column<OwnDomain>[] = [
  { header: 'Domain', cell: ({ domain_name }) => domain_name },
  {
    header: 'State',
    cell: ({ is_active }) => (
      <Badge tone={is_active ? 'ok' : 'neutral'}>{is_active ? 'Active' : 'Not active'}</Badge>
    ),
  },
  { header: 'Total requests', atEnd: true, cell: ({ total_requests }) => formatCompact(total_requests) },
  { header: 'Total blocked', atEnd: true, cell: ({ blocked_requests }) => formatCompact(blocked_requests) },
];

function Domains({ user }: { user: AdminUser }) {
  const away = user.domain_count === null;
  const isPart = (user.domain_count ?? 0) > user.domains.length;
  const { shown, more } = useFirstRows(user.domains, DOMAINS);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Domains"
        description={
          away
            ? 'The domain service does not respond at the moment.'
            : isPart
              ? `The first ${formatCount(user.domains.length)} of ${formatCount(user.domain_count ?? 0)}, by name`
              : undefined
        }
      />
      <DataTable
        label="Domains"
        stacked
        columns={domainColumns}
        rows={shown}
        keyOf={({ id }) => id}
        empty={away ? 'Not known now.' : 'No domains.'}
      />
      {more}
    </Card>
  );
}

const orderColumns: readonly Column<AdminOrder>[] = [
  {
    header: 'Order',
    className: 'font-mono text-[0.8125rem] whitespace-nowrap',
    cell: (order) => (
      <Link className="link inline-block min-h-6 min-w-6" to={orderLink(order)}>
        {order.order_number}
      </Link>
    ),
  },
  { header: 'Plan', className: 'capitalize', cell: ({ plan_slug }) => plan_slug },
  { header: 'Date', className: 'text-ink-muted', cell: ({ created_at }) => formatDate(created_at) },
  { header: 'Amount', atEnd: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  {
    header: 'Status',
    cell: (order) => {
      const { tone, label } = orderState(order);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

function Orders({ id }: { id: string }) {
  const query = useListOrdersQuery({ limit: ORDERS, userIds: id });
  const total = query.data?.total ?? 0;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Orders"
        description={total > ORDERS ? `The newest ${ORDERS} of ${formatCount(total)}` : undefined}
      />
      <ListState query={query}>
        <DataTable
          label="Orders"
          stacked
          columns={orderColumns}
          rows={query.data?.orders}
          keyOf={(order) => order.id}
          empty="No orders."
        />
      </ListState>
    </Card>
  );
}

const mailColumns: readonly Column<SingleMail>[] = [
  {
    header: 'Time',
    className: 'whitespace-nowrap text-ink-muted',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  {
    header: 'Mail',
    className: 'first-letter:uppercase',
    cell: ({ template }) => mailName(template),
  },
  {
    header: 'State',
    cell: ({ status, reason }) => (
      <>
        <Badge tone={MAIL_TONES[status]} className="capitalize">
          {status}
        </Badge>
        {reason && (
          <p className="mt-1 text-[0.8125rem] break-words text-ink-muted">{failureInWords(reason)}</p>
        )}
      </>
    ),
  },
];

function Mails({ address }: { address: string }) {
  const query = useListSingleMailsQuery({ search: address, limit: MAILS });
  // The search also matches parts of addresses.
  const own = query.data?.mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase());
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Mails" description="The latest mails to the current address, without campaigns" />
      <ListState query={query}>
        <DataTable
          label="Mails"
          stacked
          columns={mailColumns}
          rows={own}
          keyOf={({ id }) => id}
          empty="No mails."
        />
      </ListState>
    </Card>
  );
}

interface Event {
  id: string;
  at: string;
  actor_id: string;
  actor_email: string | null;
  action: string;
  target_id: string;
  details: Record<string, string>;
}
/** @param domains names by id: entries of the log have ids alone, for good */
const eventColumns = (domains: ReadonlyMap<string, string>): readonly Column<Event>[] => [
  {
    header: 'Time',
    className: 'whitespace-nowrap text-ink-muted',
    cell: ({ at }) => formatDateTime(at),
  },
  { header: 'By', className: 'wrap-anywhere', cell: ({ actor_email, actor_id }) => actor_email ?? actor_id },
  {
    header: 'Action',
    className: 'wrap-anywhere',
    title: ({ action }) => action,
    cell: (entry) => deedOf(entry, domains.get(entry.target_id)),
  },
];

function Events({ user }: { user: AdminUser }) {
  const query = useListAuditEntriesQuery({ search: user.id, limit: EVENTS });
  const domains = new Map(user.domains.map(({ id, domain_name }) => [id, domain_name]));
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Events" description="Actions on this account, and its actions as an administrator" />
      <ListState query={query}>
        <DataTable
          label="Events"
          stacked
          columns={eventColumns(domains)}
          rows={query.data?.entries}
          keyOf={(entry) => entry.id}
          empty="Nothing recorded."
        />
      </ListState>
    </Card>
  );
}
