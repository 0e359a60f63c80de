import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLogExports: build.query<
      ListLogExportsApiResponse,
      ListLogExportsApiArg
    >({
      query: () => ({ url: `/api/dashboard/log-exports` }),
    }),
    createLogExport: build.mutation<
      CreateLogExportApiResponse,
      CreateLogExportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/log-exports`,
        method: "POST",
        params: {
          days: queryArg.days,
          status_filter: queryArg.statusFilter,
          domain: queryArg.domain,
          address: queryArg.address,
          country: queryArg.country,
          network: queryArg.network,
          threat: queryArg.threat,
          rule: queryArg.rule,
          method: queryArg.method,
          agent: queryArg.agent,
          ja4: queryArg.ja4,
          path: queryArg.path,
          http_status: queryArg.httpStatus,
          cache: queryArg.cache,
          reason: queryArg.reason,
          request_id: queryArg.requestId,
          action: queryArg.action,
          from: queryArg["from"],
          to: queryArg.to,
          format: queryArg.format,
        },
      }),
    }),
    deleteLogExport: build.mutation<
      DeleteLogExportApiResponse,
      DeleteLogExportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/log-exports/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    downloadLogExport: build.query<
      DownloadLogExportApiResponse,
      DownloadLogExportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/log-exports/${queryArg.id}/file`,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedLogExportsApi };
export type ListLogExportsApiResponse = /** status 200  */ LogExportList;
export type ListLogExportsApiArg = void;
export type CreateLogExportApiResponse = /** status 201  */ LogExport;
export type CreateLogExportApiArg = {
  days?: number;
  statusFilter?: ("" | "null" | "undefined" | "all") | ("blocked" | "allowed");
  domain?: ("" | "null" | "undefined" | "all") | string;
  /** Client address, a network such as 192.0.2.0/24, or a pseudonym such as anon-0123456789abcdef. With "!" before it: all other entries. */
  address?: "" | string;
  /** ISO 3166-1 alpha-2 code of the client’s country, or "unknown". With "!" before it: all other entries. */
  country?: "" | string;
  /** Number of the autonomous system that the client is in, such as 64500. With "!" before it: all other entries. */
  network?: "" | string;
  /** Threat type, such as "SQL Injection" or "Server Error"; "Clean": none. With "!" before it: all other entries. */
  threat?: "" | string;
  /** Id of a rule that decided or fired, such as 1002. With "!" before it: all other entries. */
  rule?: "" | string;
  /** HTTP method, such as POST. With "!" before it: all other entries. */
  method?: "" | string;
  /** User-Agent of the client; with "*" at the end, a prefix. With "!" before it: all other entries. */
  agent?: "" | string;
  /** JA4 fingerprint of the client’s TLS handshake, such as t13d1516h2_8daaf6152771_e5627efa2ab1; with "*" at its end, what it begins with; "none" where there is none. With "!" before it: all other entries. */
  ja4?: "" | string;
  /** Target without its query; with "*" at the end, a prefix. With "!" before it: all other entries. */
  path?: "" | string;
  /** HTTP status that was sent, such as 503, or a class of them, such as 5xx. With "!" before it: all other entries. */
  httpStatus?: "" | string;
  /** What the cache did, such as "hit", "miss" or "bypass"; "none" where it was not asked. With "!" before it: all other entries. */
  cache?: "" | string;
  /** Reason of the edge, such as "blocked_country"; with "*" at the end, a prefix. With "!" before it: all other entries. */
  reason?: "" | string;
  /** Id of one request, as shown on the block page. */
  requestId?: "" | string;
  /** What the edge did, such as "block" or "rate_limit". With "!" before it: all other entries. */
  action?: "" | string;
  /** ISO 8601; entries from then on. */
  from?: "" | string;
  /** ISO 8601; entries before then. */
  to?: "" | string;
  /** What is in the gzip file. */
  format?: "csv" | "ndjson";
};
export type DeleteLogExportApiResponse = unknown;
export type DeleteLogExportApiArg = {
  id: string;
};
export type DownloadLogExportApiResponse = /** status 200  */ Blob;
export type DownloadLogExportApiArg = {
  id: string;
};
export type LogExport = {
  bytes: number;
  created_at: string;
  domain_name: string;
  expires_at: string;
  finished_at: string | null;
  format: "csv" | "ndjson";
  from: string;
  id: string;
  is_filtered: boolean;
  is_whole: boolean;
  percent: number;
  rows: number;
  state: "waiting" | "running" | "finished" | "failed";
  to: string;
};
export type LogExportList = {
  exports: LogExport[];
  max_exports: number;
  max_rows: number;
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
