import { type DashboardAnalyticsApiArg, generatedApi } from './openapi.gen.ts';

/** The log screen asks for this many entries at a time. */
export const LOGS_PER_REQUEST = 100;

const api = generatedApi.enhanceEndpoints({
  endpoints: {
    dashboardStats: { providesTags: ['Stats'] },
    dashboardAnalytics: { providesTags: ['Stats'] },
    recentLogs: { providesTags: ['Logs'] },
  },
});

export type AnalyticsRange = NonNullable<DashboardAnalyticsApiArg['range']>;

export function useAnalyticsQuery(range: AnalyticsRange, domain: string | null) {
  return api.useDashboardAnalyticsQuery(domain === null ? { range } : { range, domain });
}

interface QueryOptions {
  pollingInterval?: number;
  skipPollingIfUnfocused?: boolean;
  skip?: boolean;
}

export interface LogFilter {
  status: 'blocked' | 'allowed' | null;
  domain: string | null;
}

/** Figures of one domain, by name, or of all; absent filters are left out of the query. */
export function useStatsQuery(domain: string | null, options: QueryOptions = {}) {
  return api.useDashboardStatsQuery(domain === null ? {} : { domain }, options);
}

export function useRecentLogsQuery({ status, domain }: LogFilter, options: QueryOptions = {}) {
  const query = api.useRecentLogsQuery(
    { limit: LOGS_PER_REQUEST, statusFilter: status ?? undefined, domain: domain ?? undefined },
    options,
  );
  return { ...query, data: query.data?.logs, currentData: query.currentData?.logs };
}
