import type { LogEntry, RecentLogsApiResponse } from '../../shared/api/openapi.gen.ts';
import { followEvents } from '../session/follow-events.ts';
import type { SessionStore } from '../session/renew-session.ts';
import { type LogFilter, newestLogsAre } from './logs-api.ts';

interface LogNews {
  /** The oldest first. */
  logs: LogEntry[];
  /** Entries before these may be left out. */
  gap: boolean;
}

type Page = Pick<RecentLogsApiResponse, 'logs' | 'next' | 'searched_to'>;

/** Edges deliver in parallel: an entry may arrive this long after a newer one is shown. */
const OVERLAP_MS = 5_000;
/** On an idle log, entries from shortly before the request may still be in flight. */
const QUIET_MS = 5 * 60_000;
const ON_ITS_WAY_MS = 60_000;
/** No entry has this id. */
const NO_ENTRY = '00000000-0000-0000-0000-000000000000';

/** An entry's position in the log, in the API's format: milliseconds since 1970 and its id. */
const positionOf = ({ timestamp, id }: LogEntry): string => `${Date.parse(timestamp)}_${id}`;

/** Start position of a stream, overlapping the list; duplicates are dropped. */
export function beginOf(newest: LogEntry | undefined, nowMs: number): string {
  const newestMs = newest ? Date.parse(newest.timestamp) : 0;
  const fromMs = nowMs - newestMs < QUIET_MS ? newestMs - OVERLAP_MS : nowMs - ON_ITS_WAY_MS;
  return `${fromMs}_${NO_ENTRY}`;
}

const newestFirst = (a: LogEntry, b: LogEntry) =>
  Date.parse(b.timestamp) - Date.parse(a.timestamp) || (a.id < b.id ? 1 : -1);

/** Merges streamed entries into the newest page, keeping its length: older entries are loaded from its end. */
export function withNews(page: Page, { logs: streamed }: LogNews, most: number): Page {
  const known = new Set(page.logs.map(({ id }) => id));
  const oldest = page.logs.at(-1);
  const news = streamed.filter(
    // Entries older than the page are on later pages.
    (entry) => !known.has(entry.id) && (page.next === null || !oldest || newestFirst(entry, oldest) < 0),
  );
  if (news.length === 0) return page;
  const logs = [...news, ...page.logs].sort(newestFirst);
  const last = logs[most - 1];
  if (logs.length <= most || !last) return { ...page, logs };
  return { logs: logs.slice(0, most), next: positionOf(last), searched_to: null };
}

interface LogsFollowed {
  filter: LogFilter;
  /** The newest entry that shows. */
  newest: LogEntry | undefined;
  /** Called where entries may be missing from the stream. */
  onGap: () => void;
  /** Called with whether entries come by themselves: where they do not, somebody has to ask. */
  onLive: (live: boolean) => void;
}

/**
 * Puts streamed log entries into the store while the page is visible.
 * @returns stops it
 */
export function followLogs(store: SessionStore, { filter, newest, onGap, onLive }: LogsFollowed): () => void {
  const { status, domain, values } = filter;
  const dispatch = store.dispatch as (action: unknown) => unknown;
  return followEvents(store, {
    path: '/api/dashboard/logs/live',
    query: { ...values, ...(status && { status_filter: status }), ...(domain !== null && { domain }) },
    event: 'logs',
    after: beginOf(newest, Date.now()),
    hear: (data) => {
      const news = data as LogNews;
      let isWhole = !news.gap;
      dispatch(
        newestLogsAre(filter, (page, most) => {
          // The newest alone fill the page.
          isWhole ||= news.logs.length >= most;
          return withNews(page, news, most);
        }),
      );
      if (!isWhole) onGap();
    },
    onLive,
  });
}
