import { baseApi } from './base-api.ts';
import type { DashboardStats, LogEntry } from './types.ts';

/** The log screen asks for this many entries at a time. */
export const LOGS_PER_REQUEST = 100;

export interface LogFilter {
  status: 'blocked' | 'allowed' | null;
  domain: string | null;
}

/** Absent filters are left out of the query: to the server that is the same as null. */
function present(parameters: Record<string, string | number | null>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string | number] => entry[1] !== null),
  );
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    stats: build.query<DashboardStats, string | null>({
      query: (domain) => ({ url: '/api/dashboard/stats', params: present({ domain }) }),
      providesTags: ['Stats'],
    }),
    recentLogs: build.query<LogEntry[], LogFilter>({
      query: ({ status, domain }) => ({
        url: '/api/dashboard/logs/recent',
        params: present({ limit: LOGS_PER_REQUEST, status_filter: status, domain }),
      }),
      transformResponse: (answer: { logs: LogEntry[] }) => answer.logs,
      providesTags: ['Logs'],
    }),
  }),
});

export const { useStatsQuery, useRecentLogsQuery } = api;
