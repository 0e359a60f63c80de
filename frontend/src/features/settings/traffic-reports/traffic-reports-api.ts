import { generatedTrafficReportsApi } from '../../../shared/api/traffic-reports-api.gen.ts';

const api = generatedTrafficReportsApi.enhanceEndpoints({
  addTagTypes: ['ReportSettings'],
  endpoints: {
    getReportSettings: { providesTags: ['ReportSettings'] },
    updateReportSettings: { invalidatesTags: ['ReportSettings'] },
  },
});

export type { ReportSettings } from '../../../shared/api/traffic-reports-api.gen.ts';
export const { useGetReportSettingsQuery, useUpdateReportSettingsMutation } = api;

export const reportFilePath = (period: 'week' | 'month', from: string, domain: string): string => {
  const query = new URLSearchParams({ period, from, ...(domain !== '' && { domain }) });
  return `/api/dashboard/traffic-reports/file?${query}`;
};
