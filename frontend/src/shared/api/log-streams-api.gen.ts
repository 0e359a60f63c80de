import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOperatorLogStreams: build.query<
      ListOperatorLogStreamsApiResponse,
      ListOperatorLogStreamsApiArg
    >({
      query: () => ({ url: `/api/admin/logs/streams` }),
    }),
    createOperatorLogStream: build.mutation<
      CreateOperatorLogStreamApiResponse,
      CreateOperatorLogStreamApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/streams`,
        method: "POST",
        body: queryArg.operatorLogStreamCreate,
      }),
    }),
    deleteOperatorLogStream: build.mutation<
      DeleteOperatorLogStreamApiResponse,
      DeleteOperatorLogStreamApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/streams/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updateOperatorLogStream: build.mutation<
      UpdateOperatorLogStreamApiResponse,
      UpdateOperatorLogStreamApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/streams/${queryArg.id}`,
        method: "PUT",
        body: queryArg.logStreamUpdate,
      }),
    }),
    rotateOperatorLogStreamSecret: build.mutation<
      RotateOperatorLogStreamSecretApiResponse,
      RotateOperatorLogStreamSecretApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/streams/${queryArg.id}/rotate-secret`,
        method: "POST",
      }),
    }),
    testOperatorLogStream: build.mutation<
      TestOperatorLogStreamApiResponse,
      TestOperatorLogStreamApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/streams/${queryArg.id}/test`,
        method: "POST",
      }),
    }),
    listLogStreams: build.query<
      ListLogStreamsApiResponse,
      ListLogStreamsApiArg
    >({
      query: () => ({ url: `/api/log-streams` }),
    }),
    createLogStream: build.mutation<
      CreateLogStreamApiResponse,
      CreateLogStreamApiArg
    >({
      query: (queryArg) => ({
        url: `/api/log-streams`,
        method: "POST",
        body: queryArg.logStreamCreate,
      }),
    }),
    deleteLogStream: build.mutation<
      DeleteLogStreamApiResponse,
      DeleteLogStreamApiArg
    >({
      query: (queryArg) => ({
        url: `/api/log-streams/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updateLogStream: build.mutation<
      UpdateLogStreamApiResponse,
      UpdateLogStreamApiArg
    >({
      query: (queryArg) => ({
        url: `/api/log-streams/${queryArg.id}`,
        method: "PUT",
        body: queryArg.logStreamUpdate,
      }),
    }),
    rotateLogStreamSecret: build.mutation<
      RotateLogStreamSecretApiResponse,
      RotateLogStreamSecretApiArg
    >({
      query: (queryArg) => ({
        url: `/api/log-streams/${queryArg.id}/rotate-secret`,
        method: "POST",
      }),
    }),
    testLogStream: build.mutation<
      TestLogStreamApiResponse,
      TestLogStreamApiArg
    >({
      query: (queryArg) => ({
        url: `/api/log-streams/${queryArg.id}/test`,
        method: "POST",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedLogStreamsApi };
export type ListOperatorLogStreamsApiResponse =
  /** status 200  */ LogStreamList;
export type ListOperatorLogStreamsApiArg = void;
export type CreateOperatorLogStreamApiResponse =
  /** status 201  */ LogStreamWithSecret;
export type CreateOperatorLogStreamApiArg = {
  operatorLogStreamCreate: OperatorLogStreamCreate;
};
export type DeleteOperatorLogStreamApiResponse = unknown;
export type DeleteOperatorLogStreamApiArg = {
  id: string;
};
export type UpdateOperatorLogStreamApiResponse = /** status 200  */ LogStream;
export type UpdateOperatorLogStreamApiArg = {
  id: string;
  logStreamUpdate: LogStreamUpdate;
};
export type RotateOperatorLogStreamSecretApiResponse =
  /** status 200  */ LogStreamWithSecret;
export type RotateOperatorLogStreamSecretApiArg = {
  id: string;
};
export type TestOperatorLogStreamApiResponse = /** status 200  */ LogStreamTest;
export type TestOperatorLogStreamApiArg = {
  id: string;
};
export type ListLogStreamsApiResponse = /** status 200  */ LogStreamList;
export type ListLogStreamsApiArg = void;
export type CreateLogStreamApiResponse = /** status 201  */ LogStreamWithSecret;
export type CreateLogStreamApiArg = {
  logStreamCreate: LogStreamCreate;
};
export type DeleteLogStreamApiResponse = unknown;
export type DeleteLogStreamApiArg = {
  id: string;
};
export type UpdateLogStreamApiResponse = /** status 200  */ LogStream;
export type UpdateLogStreamApiArg = {
  id: string;
  logStreamUpdate: LogStreamUpdate;
};
export type RotateLogStreamSecretApiResponse =
  /** status 200  */ LogStreamWithSecret;
export type RotateLogStreamSecretApiArg = {
  id: string;
};
export type TestLogStreamApiResponse = /** status 200  */ LogStreamTest;
export type TestLogStreamApiArg = {
  id: string;
};
export type LogStream = {
  created_at: string;
  delivered_bytes: number;
  delivered_records: number;
  domain: {
    id: string;
    name: string;
  } | null;
  failures: number;
  filter: {
    actions: string[];
    threats: string[];
  };
  format: "raw" | "ecs" | "ocsf";
  hint: string;
  id: string;
  is_active: boolean;
  kind: "http" | "otlp" | "syslog" | "s3" | "kafka";
  lag_seconds: number | null;
  last_answer: string;
  last_delivered_at: string | null;
  last_error: string | null;
  last_failed_at: string | null;
  last_status: number | null;
  lost_records: number;
  name: string;
  paused_by_plan: boolean;
  previous_secret_until: string | null;
  sample_percent: number;
  state: "waiting" | "delivering" | "failing" | "paused";
  waiting_records: number;
};
export type LogStreamList = {
  max_streams: number;
  streams: LogStream[];
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
export type LogStreamWithSecret = {
  secret: string | null;
  stream: LogStream;
};
export type LogStreamFilter = {
  actions?: (
    | "allow"
    | "block"
    | "reject"
    | "challenge"
    | "rate_limit"
    | "ban"
    | "geo"
    | "ip_list"
    | "bot"
    | "log_only"
    | "ddos"
    | "custom_rule"
  )[];
  threats?: (
    | "SQL Injection"
    | "XSS Attack"
    | "Path Traversal"
    | "Bad Bot"
    | "Rate Limiting"
    | "Security Rule"
    | "Command Injection"
    | "Code Injection"
    | "Site Setting"
  )[];
};
export type LogStreamTarget = {
  [key: string]: string;
};
export type OperatorLogStreamCreate = {
  filter?: LogStreamFilter;
  format?: "raw" | "ecs" | "ocsf";
  kind: "http" | "otlp" | "syslog" | "s3" | "kafka";
  name: string;
  sample_percent?: number;
  target: LogStreamTarget;
};
export type LogStreamUpdate = {
  filter?: LogStreamFilter;
  format?: "raw" | "ecs" | "ocsf";
  is_active?: boolean;
  name?: string;
  sample_percent?: number;
  target?: LogStreamTarget;
};
export type LogStreamTest = {
  accepted: boolean;
  answer: string;
  duration_ms: number;
  error: string | null;
  status: number | null;
};
export type LogStreamCreate = {
  domain: string;
  filter?: LogStreamFilter;
  format?: "raw" | "ecs" | "ocsf";
  kind: "http" | "otlp" | "syslog" | "s3" | "kafka";
  name: string;
  sample_percent?: number;
  target: LogStreamTarget;
};
