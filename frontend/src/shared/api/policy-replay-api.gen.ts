import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    tryChange: build.mutation<TryChangeApiResponse, TryChangeApiArg>({
      query: (queryArg) => ({
        url: `/api/dashboard/policy-replays`,
        method: "POST",
        body: queryArg.policyReplayInput,
      }),
    }),
    deleteRecordings: build.mutation<
      DeleteRecordingsApiResponse,
      DeleteRecordingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/recordings`,
        method: "DELETE",
        params: {
          domain: queryArg.domain,
        },
      }),
    }),
    recorded: build.query<RecordedApiResponse, RecordedApiArg>({
      query: (queryArg) => ({
        url: `/api/dashboard/recordings`,
        params: {
          domain: queryArg.domain,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedPolicyReplayApi };
export type TryChangeApiResponse = /** status 200  */ PolicyReplay;
export type TryChangeApiArg = {
  policyReplayInput: PolicyReplayInput;
};
export type DeleteRecordingsApiResponse = /** status 200  */ DeletedRecordings;
export type DeleteRecordingsApiArg = {
  domain: string;
};
export type RecordedApiResponse = /** status 200  */ Recordings;
export type RecordedApiArg = {
  domain: string;
};
export type PolicyReplay = {
  groups: {
    clients: string[];
    direction: "refused" | "passed";
    examples: {
      client: string;
      method: string;
      request_id: string;
      target: string;
      timestamp: string;
    }[];
    field: string;
    look_like_attacks: number;
    message: string;
    path: string;
    reason: string;
    requests: number;
    rule_id: number;
    stands_for: number;
  }[];
  judged: number;
  newly_passed: number;
  newly_refused: number;
  next: string | null;
  not_replayed: (
    | "rate_limits"
    | "ddos_protection"
    | "upload_scanning"
    | "client_certificates"
    | "trusted_proxies"
  )[];
  recorded: number;
  stands_for: number;
  unknown: {
    cause: string;
    requests: number;
  }[];
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
export type PolicyReplayInput = {
  after?: string;
  change?: string;
  domain: string;
  version?: number;
};
export type DeletedRecordings = {
  deleted: number;
};
export type Recordings = {
  bytes: number;
  example: {
    masked_values: number;
    request_id: string;
    text: string;
  } | null;
  newest: string | null;
  oldest: string | null;
  refused: number;
  requests: number;
};
