import { useCallback, useState } from 'react';
import { type LogFilter, useLazyLogPageQuery, useRecentLogsQuery } from '../../entities/log/logs-api.ts';
import type { LogEntry } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { toast } from '../../shared/ui/toast.ts';
import { useLiveLogs } from './use-live-logs.ts';

interface OlderPages {
  /** The newest page that they continue. */
  of: readonly LogEntry[];
  logs: readonly LogEntry[];
  next: string | null;
  searchedTo: string | null;
}

const nothing: readonly LogEntry[] = [];

/**
 * The activity log as one list: the newest page, kept current by streaming (see `useLiveLogs`) or polling, and older
 * pages as far as somebody has scrolled. While somebody reads further down, the newest page is frozen, so that nothing
 * moves; a refresh restarts the list, so that hours of updates keep no more than what is shown.
 */
export function useLogStream(
  filter: LogFilter,
  { refreshMs, reading }: { refreshMs: number; reading: boolean },
) {
  const [live, setLive] = useState(false);
  const isFresh = refreshMs > 0 && !reading;
  const head = useRecentLogsQuery(filter, {
    pollingInterval: isFresh && !live ? refreshMs : 0,
    skipPollingIfUnfocused: true,
  });
  useLiveLogs(isFresh ? filter : null, {
    newest: head.currentData?.logs,
    onGap: head.refetch,
    onLive: setLive,
  });
  const [loadPage, { isFetching: loadingOlder }] = useLazyLogPageQuery();
  const [pages, setPages] = useState<OlderPages | null>(null);
  // The previous result stays until the new one arrives, but not if that fails.
  const newest = head.currentData?.logs ?? (head.error ? undefined : head.data?.logs);
  const older = pages !== null && pages.of === newest ? pages : null;
  // A pending page of another filter must not be continued, and says nothing about how far this one was searched.
  const current = older ? null : head.currentData;
  const next = older ? older.next : (current?.next ?? null);
  const searchedTo = older ? older.searchedTo : (current?.searched_to ?? null);

  const loadOlder = useCallback(async () => {
    if (newest === undefined || next === null) return;
    try {
      const page = await loadPage({ ...filter, after: next }).unwrap();
      setPages((before) => ({
        of: newest,
        logs: [...(before !== null && before.of === newest ? before.logs : nothing), ...page.logs],
        next: page.next,
        searchedTo: page.searched_to,
      }));
    } catch (error) {
      toast.error(messageOf(error, 'Failed to load WAF logs'));
    }
  }, [newest, next, filter, loadPage]);

  return {
    /** Entries come by themselves. */
    live,
    newest,
    older: older?.logs ?? nothing,
    hasOlder: next !== null,
    /** Set if the last page is short because the server has searched only back to here. */
    searchedTo,
    loadOlder,
    loadingOlder,
    error: head.error,
    /** What shows was asked for before: another filter's answer is on its way. */
    outdated: head.currentData === undefined && newest !== undefined,
    isFetching: head.isFetching,
    refetch: head.refetch,
  };
}
