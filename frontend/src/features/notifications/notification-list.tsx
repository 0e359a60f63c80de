import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatDateTime, formatRelative } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { notificationLink } from './notification-link.ts';
import {
  type Notification,
  useLazyListNotificationsQuery,
  useMarkNotificationsReadMutation,
  type useNotificationsQuery,
} from './notifications-api.ts';

const looks: Readonly<Record<Notification['tone'], { Icon: LucideIcon; style: string }>> = {
  bad: { Icon: CircleAlert, style: 'text-danger-text' },
  warning: { Icon: TriangleAlert, style: 'text-warn-text' },
  good: { Icon: CircleCheck, style: 'text-ok-text' },
  neutral: { Icon: Info, style: 'text-ink-muted' },
};

interface NotificationListProps {
  query: ReturnType<typeof useNotificationsQuery>;
  onLeave: () => void;
}

export function NotificationList({ query, onLeave }: NotificationListProps) {
  const { data, error, refetch } = query;
  const [mark] = useMarkNotificationsReadMutation();
  const [loadPage, { isFetching }] = useLazyListNotificationsQuery();
  const [older, setOlder] = useState<{ entries: Notification[]; next: string | null } | null>(null);
  const entries = [...(data?.entries ?? []), ...(older?.entries ?? [])];
  const next = older ? older.next : (data?.next ?? null);

  const markRead = async (ids?: string[]) => {
    const known = new Set(ids);
    try {
      await mark({ body: ids ? { ids } : {} }).unwrap();
      setOlder(
        (pages) =>
          pages && {
            ...pages,
            entries: pages.entries.map((entry) =>
              !ids || known.has(entry.id) ? { ...entry, read: true } : entry,
            ),
          },
      );
    } catch (failure) {
      toast.error(messageOf(failure, 'Failed to mark notifications as read'));
    }
  };
  const loadOlder = async () => {
    if (next === null) return;
    try {
      const page = await loadPage({ before: next }).unwrap();
      setOlder((pages) => ({ entries: [...(pages?.entries ?? []), ...page.entries], next: page.next }));
    } catch (failure) {
      toast.error(messageOf(failure, 'Failed to load notifications'));
    }
  };

  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4">
        <h2 className="text-sm font-[640]">Notifications</h2>
        {(data?.unread ?? 0) > 0 && (
          <Button size="sm" variant="ghost" onClick={() => void markRead()}>
            Mark all as read
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {!data && error && (
          <ErrorState message={messageOf(error, 'Failed to load notifications')} onRetry={refetch} />
        )}
        {!data && !error && (
          <div role="status" className="grid place-items-center p-8">
            <Spinner />
            <span className="sr-only">Loading notifications…</span>
          </div>
        )}
        {data && entries.length === 0 && (
          <p className="px-4 py-8 text-center text-ink-muted">
            Nothing yet. Attacks, problems with a site, payments and account changes appear here.
          </p>
        )}
        <ul className="grid divide-y divide-line">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry
                entry={entry}
                onFollow={() => {
                  if (!entry.read) void markRead([entry.id]);
                  onLeave();
                }}
              />
            </li>
          ))}
        </ul>
        {next !== null && (
          <div className="border-t border-line p-2 text-center">
            <Button size="sm" variant="ghost" busy={isFetching} onClick={() => void loadOlder()}>
              Show older
            </Button>
          </div>
        )}
      </div>
      <p className="border-t border-line px-4 py-2.5 text-[0.8125rem] text-ink-muted">
        <Link to={`${paths.settings}?tab=notifications`} className="link" onClick={onLeave}>
          Choose your notifications
        </Link>
        {data && `; kept for ${data.kept_days} days`}
      </p>
    </>
  );
}

function Entry({ entry, onFollow }: { entry: Notification; onFollow: () => void }) {
  const { Icon, style } = looks[entry.tone];
  return (
    <Link
      to={notificationLink(entry)}
      onClick={onFollow}
      className={cn(
        'flex gap-3 px-4 py-3 hover:bg-sunken focus-visible:bg-sunken',
        !entry.read && 'bg-brand-soft/40',
      )}
    >
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', style)} />
      <span className="min-w-0 flex-1">
        <span className={cn('block wrap-anywhere', entry.read ? 'text-ink-muted' : 'font-[600]')}>
          {!entry.read && <span className="sr-only">Unread: </span>}
          {entry.title}
        </span>
        <span className="block text-[0.8125rem] wrap-anywhere text-ink-muted">{entry.preview}</span>
        <time dateTime={entry.at} title={formatDateTime(entry.at)} className="text-xs text-ink-faint">
          {formatRelative(new Date(entry.at))}
        </time>
      </span>
    </Link>
  );
}
