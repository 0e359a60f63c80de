import { skipToken } from '@reduxjs/toolkit/query';
import { type DashboardAnalyticsApiArg, generatedApi } from '../../shared/api/openapi.gen.ts';

const api = generatedApi.enhanceEndpoints({
  addTagTypes: ['Stats'],
  endpoints: {
    dashboardAnalytics: { providesTags: ['Stats'] },
    analyticsBreakdowns: { providesTags: ['Stats'] },
  },
});

/** Figures that were asked for on another screen a while ago show until those of now are there. */
const OF_NOW = { refetchOnMountOrArgChange: true } as const;

export type AnalyticsRange = NonNullable<DashboardAnalyticsApiArg['range']>;
/** Two moments as ISO 8601 writes them. */
export interface TimeRange {
  from: string;
  to: string;
}

export type Period = AnalyticsRange | TimeRange;

const periodArguments = (period: Period, domain: string | null) => ({
  ...(typeof period === 'string' ? { range: period } : period),
  ...(domain !== null && { domain }),
});

/** Figures of a period; null where none is to be asked for. */
export function useAnalyticsQuery(period: Period | null, domain: string | null) {
  return api.useDashboardAnalyticsQuery(period ? periodArguments(period, domain) : skipToken, OF_NOW);
}

/** Breakdowns of a period's traffic; null skips the query. */
export function useBreakdownsQuery(period: Period | null, domain: string | null) {
  return api.useAnalyticsBreakdownsQuery(period ? periodArguments(period, domain) : skipToken, OF_NOW);
}
