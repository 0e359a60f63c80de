import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    deleteVisitorData: build.mutation<
      DeleteVisitorDataApiResponse,
      DeleteVisitorDataApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/visitor-data`,
        method: "DELETE",
        params: {
          domain: queryArg.domain,
          address: queryArg.address,
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    findVisitorData: build.query<
      FindVisitorDataApiResponse,
      FindVisitorDataApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/visitor-data`,
        params: {
          domain: queryArg.domain,
          address: queryArg.address,
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    listKeptData: build.query<ListKeptDataApiResponse, ListKeptDataApiArg>({
      query: () => ({ url: `/api/dashboard/visitor-data/kept` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedVisitorDataApi };
export type DeleteVisitorDataApiResponse =
  /** status 200  */ DeletedVisitorData;
export type DeleteVisitorDataApiArg = {
  domain: string;
  /** As records have it: an address, or of sites that keep less a network such as 192.0.2.0/24 or a pseudonym. */
  address: string;
  /** ISO 8601; what was stored from then on. */
  from: string;
  /** ISO 8601; what was stored before then. */
  to: string;
};
export type FindVisitorDataApiResponse = /** status 200  */ VisitorData;
export type FindVisitorDataApiArg = {
  domain: string;
  /** As records have it: an address, or of sites that keep less a network such as 192.0.2.0/24 or a pseudonym. */
  address: string;
  /** ISO 8601; what was stored from then on. */
  from: string;
  /** ISO 8601; what was stored before then. */
  to: string;
};
export type ListKeptDataApiResponse = /** status 200  */ KeptData;
export type ListKeptDataApiArg = void;
export type DeletedVisitorData = {
  exports: number;
  is_repeated: boolean;
  recordings: number;
  records: number;
  reports: number;
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
export type VisitorData = {
  exports: number;
  is_complete: boolean;
  network: string | null;
  recordings: number;
  records: number;
  reports: number;
};
export type KeptData = {
  days: number;
  kind:
    | "records"
    | "recordings"
    | "reports"
    | "values_by_hour"
    | "sums_by_minute"
    | "sums_by_hour"
    | "rollout_visitors"
    | "exports"
    | "stream_backlog";
}[];
