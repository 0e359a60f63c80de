import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReportSettings: build.query<
      GetReportSettingsApiResponse,
      GetReportSettingsApiArg
    >({
      query: () => ({ url: `/api/dashboard/traffic-reports` }),
    }),
    updateReportSettings: build.mutation<
      UpdateReportSettingsApiResponse,
      UpdateReportSettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/traffic-reports`,
        method: "PUT",
        body: queryArg.reportSettingsChange,
      }),
    }),
    getReportFile: build.query<GetReportFileApiResponse, GetReportFileApiArg>({
      query: (queryArg) => ({
        url: `/api/dashboard/traffic-reports/file`,
        params: {
          period: queryArg.period,
          from: queryArg["from"],
          domain: queryArg.domain,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedTrafficReportsApi };
export type GetReportSettingsApiResponse = /** status 200  */ ReportSettings;
export type GetReportSettingsApiArg = void;
export type UpdateReportSettingsApiResponse = /** status 200  */ ReportSettings;
export type UpdateReportSettingsApiArg = {
  reportSettingsChange: ReportSettingsChange;
};
export type GetReportFileApiResponse = /** status 200  */ Blob;
export type GetReportFileApiArg = {
  period: "week" | "month";
  /** The first day: a Monday, or the first of a month. */
  from: string;
  /** Id or name of a site; absent: all of them. */
  domain?: string | null;
};
export type ReportSettings = {
  brand_colour: "" | string;
  brand_name: string;
  first_day: string | null;
  logo: string | null;
  max_sites: number;
  may_brand: boolean;
  monthly: boolean;
  site_ids: string[];
  together: boolean;
  weekly: boolean;
  with_pdf: boolean;
};
export type Problem = {
  code: string;
  detail: string;
  errors?: {
    message: string;
    path: string;
  }[];
  request_id: string;
  status: number;
  title: string;
  type: string;
};
export type ReportSettingsChange = {
  brand_colour: "" | string;
  brand_name: string;
  logo?: string | null;
  monthly: boolean;
  site_ids: string[];
  together: boolean;
  weekly: boolean;
  with_pdf: boolean;
};
