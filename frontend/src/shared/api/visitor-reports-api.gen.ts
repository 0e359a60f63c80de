import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listVisitorReports: build.query<
      ListVisitorReportsApiResponse,
      ListVisitorReportsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/reports`,
        params: {
          state: queryArg.state,
          domain: queryArg.domain,
          after: queryArg.after,
        },
      }),
    }),
    decideVisitorReport: build.mutation<
      DecideVisitorReportApiResponse,
      DecideVisitorReportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/reports/${queryArg.id}`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedVisitorReportsApi };
export type ListVisitorReportsApiResponse = /** status 200  */ VisitorReports;
export type ListVisitorReportsApiArg = {
  /** Those in this state only. */
  state?: "open" | "excepted" | "dismissed";
  domain?: ("" | "null" | "undefined" | "all") | string;
  /** `next` of the page before; absent: the newest. */
  after?: string;
};
export type DecideVisitorReportApiResponse = /** status 200  */ VisitorReport;
export type DecideVisitorReportApiArg = {
  id: string;
  body: {
    /** What became of it: `excepted` from the rules, `dismissed`, or `open` again. */
    state: "open" | "excepted" | "dismissed";
  };
};
export type LogEntry = {
  action: string;
  asn: number | null;
  asn_name: string | null;
  cache_status: string | null;
  deciding_rule_id: number | null;
  domain_name: string;
  duration_ms: number;
  geo_city: string | null;
  geo_country: string | null;
  host: string;
  http_status: number | null;
  id: string;
  inbound_score: number;
  ja4: string | null;
  matches: {
    data: string;
    explanation: string;
    message: string;
    phase: number;
    rule_id: number;
    score: number;
    severity: string;
    tags: string[];
    targets: {
      masked?: boolean;
      match_length: number;
      match_offset: number;
      name: string;
      operator: string;
      transformations: string[];
      transformed: string;
      value: string;
      value_offset: number;
    }[];
  }[];
  modsec_message: string | null;
  modsec_rule_id: number | null;
  origin: string | null;
  origin_reason: string | null;
  origin_status: number | null;
  protocol: string;
  reason: string;
  referer: string | null;
  remote_addr: string;
  request_bytes: number;
  request_id: string;
  request_method: string;
  request_uri: string;
  response_bytes: number;
  scheme: string;
  server_name: string;
  severity: "CRITICAL" | "HIGH" | "MEDIUM" | "SAFE" | "ERROR";
  status: "blocked" | "allowed";
  threat_type: string | null;
  timestamp: string;
  tls_version: string | null;
  user_agent: string;
};
export type VisitorReport = {
  decided_at: string | null;
  domain_name: string;
  /** As given; nobody has confirmed it. */
  email: string | null;
  /** Its entry in the log; null while it is not stored. */
  entry: LogEntry | null;
  id: string;
  reported_at: string;
  /** The request that was refused. */
  request_id: string;
  state: "open" | "excepted" | "dismissed";
  /** Written by a stranger: nothing in it is known to be true. */
  text: string;
};
export type VisitorReports = {
  /** Where the next page begins; null: there is none. */
  next: string | null;
  /** Of all that are open, how many. */
  open: number;
  reports: VisitorReport[];
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
