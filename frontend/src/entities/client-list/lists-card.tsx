import { ListChecks, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ClientList, ClientLists } from '../../shared/api/types.ts';
import { formatCount, formatDateTime, formatRelative } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { type Column, DataTable } from '../../shared/ui/data-table.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { type QueryLike, QueryState } from '../../shared/ui/query-state.tsx';
import { configurationLink } from '../page/paths.ts';
import { ListActions } from './list-actions.tsx';
import type { ListCalls } from './list-calls.ts';
import { KIND_WORDS } from './list-kinds.ts';
import { everyText, listError } from './list-words.ts';

/** Only who adds, changes or reads a list loads these. */
const ListDialog = lazy(async () => ({ default: (await import('./list-dialog.tsx')).ListDialog }));
const ListEntriesDialog = lazy(async () => ({
  default: (await import('./list-entries-dialog.tsx')).ListEntriesDialog,
}));

interface ListsCardProps {
  query: QueryLike & { data?: ClientLists };
  calls: ListCalls;
  /** Owner of the lists; those of the operator are read-only for site owners. */
  of: 'owner' | 'operator';
  title: string;
  purpose: string;
  /** The plan lacks lists: which has them, and what shows instead of the form. */
  locked?: { badge: ReactNode; dialog: (onClose: () => void) => ReactNode };
}

type Open = { show: 'entries'; list: ClientList } | { show: 'form'; list: ClientList | null };

export function ListsCard({ query, calls, of, title, purpose, locked }: ListsCardProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const lists = query.data?.lists ?? [];
  const isOwn = (list: ClientList) => of === 'operator' || !list.is_offered;
  const add = (
    <span className="flex flex-wrap items-center gap-2">
      {locked?.badge}
      <Button
        size="sm"
        icon={<Plus className="size-4" />}
        onClick={() => setOpen({ show: 'form', list: null })}
      >
        Add list
      </Button>
    </span>
  );
  const columns: readonly Column<ClientList>[] = [
    { header: 'Name', cell: (list) => <Name list={list} isOwn={isOwn(list)} /> },
    { header: 'Source', cell: (list) => <Source list={list} /> },
    { header: 'Entries', cell: ({ entries }) => formatCount(entries), atEnd: true },
    { header: 'Updated', cell: (list) => <Updated list={list} /> },
    { header: 'Used by', cell: (list) => <UsedBy list={list} areOwnSites={of === 'owner'} /> },
    {
      header: 'Actions',
      atEnd: true,
      cell: (list) => (
        <ListActions
          list={list}
          calls={isOwn(list) ? calls : null}
          onShow={() => setOpen({ show: 'entries', list })}
          onEdit={() => setOpen({ show: 'form', list })}
        />
      ),
    },
  ];
  return (
    <Card>
      <CardHeader
        title={title}
        description={query.data && usedText(query.data, lists.filter(isOwn))}
        action={lists.length > 0 && add}
      />
      <QueryState query={query} failure="Failed to load the lists">
        {lists.length === 0 ? (
          <EmptyState icon={<ListChecks />} title="No lists yet" action={add}>
            {purpose}
          </EmptyState>
        ) : (
          <DataTable label={title} columns={columns} rows={lists} keyOf={({ id }) => id} empty="" stacked />
        )}
      </QueryState>
      <Suspense fallback={null}>
        {open?.show === 'entries' && <ListEntriesDialog list={open.list} onClose={close} />}
        {open?.show === 'form' &&
          (locked && open.list === null ? (
            locked.dialog(close)
          ) : (
            <ListDialog calls={calls} of={of} list={open.list} onClose={close} />
          ))}
      </Suspense>
    </Card>
  );
}

function usedText({ max_lists, max_entries }: ClientLists, own: readonly ClientList[]): string {
  const entries = own.reduce((sum, list) => sum + list.entries, 0);
  return `${own.length} of ${max_lists} lists, ${formatCount(entries)} of ${formatCount(max_entries)} entries`;
}

function Name({ list: { name, note, published, refused }, isOwn }: { list: ClientList; isOwn: boolean }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2 font-[560]">
        <span className="min-w-0 font-mono wrap-anywhere">{name}</span>
        {!isOwn && <Badge>Offered</Badge>}
        {isOwn && !published && <Badge tone="warn">On its way</Badge>}
      </p>
      {note !== '' && (
        <p className="max-w-64 text-[0.8125rem] text-ink-muted wrap-anywhere" dir="auto">
          {note}
        </p>
      )}
      {refused > 0 && (
        <p className="text-[0.8125rem] text-warn-text">
          {refused === 1 ? '1 line' : `${formatCount(refused)} lines`} left out
        </p>
      )}
    </div>
  );
}

/** Its contents, and their source. */
function Source({ list: { holds, source, url, interval_minutes } }: { list: ClientList }) {
  return (
    <div className="max-w-64 min-w-0">
      <p>{KIND_WORDS[holds].label}</p>
      {source === 'hand' ? (
        <p className="text-[0.8125rem] text-ink-muted">By hand</p>
      ) : (
        <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">{url}</p>
      )}
      {interval_minutes !== null && (
        <p className="text-[0.8125rem] text-ink-muted">
          {source === 'url' ? 'URL' : 'CrowdSec'}, {everyText(interval_minutes)}
        </p>
      )}
    </div>
  );
}

/** How old it is, and what went wrong since. */
function Updated({ list }: { list: ClientList }) {
  return (
    <div className="grid max-w-56 min-w-0 gap-1">
      <Age list={list} />
      {list.last_error !== null && <LastError list={list} error={list.last_error} />}
    </div>
  );
}

/** Since when its entries are what they are, and when its source last said so. */
function Age({ list: { source, version, changed_at, checked_at } }: { list: ClientList }) {
  if (source !== 'hand' && checked_at === null && version === 1)
    return <span className="text-ink-muted">Not fetched yet</span>;
  return (
    <div className="whitespace-nowrap">
      <time dateTime={changed_at} title={formatDateTime(changed_at)}>
        {formatRelative(changed_at)}
      </time>
      {checked_at !== null && (
        <p className="text-[0.8125rem] text-ink-muted">
          Checked:{' '}
          <time dateTime={checked_at} title={formatDateTime(checked_at)}>
            {formatRelative(checked_at)}
          </time>
        </p>
      )}
    </div>
  );
}

function LastError({
  list: { last_status, last_failed_at, failing_since },
  error,
}: {
  list: ClientList;
  error: NonNullable<ClientList['last_error']>;
}) {
  return (
    <div className="min-w-0">
      <p className="text-danger-text">{listError(error, last_status)}</p>
      {last_failed_at !== null && (
        <time
          className="text-[0.8125rem] text-ink-muted"
          dateTime={last_failed_at}
          title={formatDateTime(last_failed_at)}
        >
          {formatRelative(last_failed_at)}
        </time>
      )}
      {failing_since !== null && failing_since !== last_failed_at && (
        <p className="text-[0.8125rem] text-ink-muted">
          Failing since:{' '}
          <time dateTime={failing_since} title={formatDateTime(failing_since)}>
            {formatRelative(failing_since)}
          </time>
        </p>
      )}
    </div>
  );
}

const SITES_SHOWN = 3;

function UsedBy({ list: { used_by }, areOwnSites }: { list: ClientList; areOwnSites: boolean }) {
  if (used_by.length === 0) return <span className="text-ink-faint">No site</span>;
  return (
    <ul className="min-w-0 md:min-w-48">
      {used_by.slice(0, SITES_SHOWN).map(({ id, name }) => (
        <li key={id} className="wrap-anywhere">
          {areOwnSites ? (
            <Link className="link inline-flex min-h-6 items-center" to={configurationLink(name, 'policy')}>
              {name}
            </Link>
          ) : (
            name
          )}
        </li>
      ))}
      {used_by.length > SITES_SHOWN && (
        <li className="text-ink-muted">and {used_by.length - SITES_SHOWN} more</li>
      )}
    </ul>
  );
}
