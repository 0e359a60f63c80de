import { useCallback } from 'react';
import { generatedApi, type RecentLogsApiResponse } from '../../shared/api/openapi.gen.ts';
import { type PushOptions, pollUnlessPushed } from '../../shared/api/poll-unless-pushed.ts';
import type { LogFilters } from './log-filters.ts';

/** The log screen asks for this many entries at a time. */
export const LOGS_PER_REQUEST = 100;

const api = generatedApi.enhanceEndpoints({
  addTagTypes: ['Stats', 'Logs'],
  endpoints: {
    dashboardStats: { providesTags: ['Stats'] },
    blockingForecast: { providesTags: ['Stats'] },
    // Older pages live in the list that asked for them; the cache need not keep them as well.
    recentLogs: { providesTags: ['Logs'], keepUnusedDataFor: 5 },
  },
});

export const { useBlockingForecastQuery } = api;

interface QueryOptions {
  pollingInterval?: number;
  skipPollingIfUnfocused?: boolean;
  skip?: boolean;
}

export interface LogFilter {
  status: 'blocked' | 'allowed' | null;
  domain: string | null;
  /** Values that entries must have, by their names in the address. */
  values?: LogFilters;
}

/** Figures of one domain, by name, or of all; absent filters are left out of the query. */
export function useStatsQuery(
  domain: string | null,
  { pollingInterval = 0, ...options }: Pick<QueryOptions, 'pollingInterval'> & PushOptions = {},
) {
  return api.useDashboardStatsQuery(
    domain === null ? {} : { domain },
    pollUnlessPushed(options, pollingInterval),
  );
}

const logArguments = (
  { status, domain, values: { id, http_status, ...values } = {} }: LogFilter,
  after?: string,
) => ({
  limit: LOGS_PER_REQUEST,
  ...values,
  ...(http_status !== undefined && { httpStatus: http_status }),
  ...(id !== undefined && { requestId: id }),
  statusFilter: status ?? undefined,
  domain: domain ?? undefined,
  ...(after !== undefined && { after }),
});

/** The newest entries. */
export function useRecentLogsQuery(filter: LogFilter, options: QueryOptions = {}) {
  return api.useRecentLogsQuery(logArguments(filter), options);
}

/** Changes the newest entries that show, `most` at a time; an action for the store. */
export const newestLogsAre = (
  filter: LogFilter,
  change: (page: RecentLogsApiResponse, most: number) => RecentLogsApiResponse,
) => api.util.updateQueryData('recentLogs', logArguments(filter), (page) => change(page, LOGS_PER_REQUEST));

/** The entry of one request; undefined where none of the caller's sites has it. */
export function useLogEntryQuery(requestId: string, options: QueryOptions = {}) {
  const { data, ...state } = api.useRecentLogsQuery({ requestId, limit: 1 }, options);
  return { ...state, entry: data?.logs[0] };
}

/** The newest of one domain, without its list's polling: what a rule would have met. */
export function useNewestLogsQuery(domain: string, limit: number, options: QueryOptions = {}) {
  return api.useRecentLogsQuery({ domain, limit }, options);
}

/** Number of matching blocked entries, as far as one response tells. */
export function useBlockedLogsQuery(
  domain: string,
  values: LogFilters,
  limit: number,
  options: QueryOptions = {},
) {
  const asked = logArguments({ status: 'blocked', domain, values });
  return api.useRecentLogsQuery({ ...asked, limit }, options);
}

/** A page of older entries, behind a cursor; asked for when it is scrolled to. */
export function useLazyLogPageQuery() {
  const [load, state] = api.useLazyRecentLogsQuery();
  const loadPage = useCallback(
    ({ after, ...filter }: LogFilter & { after: string }) => load(logArguments(filter, after), true),
    [load],
  );
  return [loadPage, state] as const;
}
