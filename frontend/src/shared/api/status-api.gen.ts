import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    statusPage: build.query<StatusPageApiResponse, StatusPageApiArg>({
      query: (queryArg) => ({ url: `/api/status-pages/${queryArg.domain}` }),
    }),
    saveStatusPage: build.mutation<
      SaveStatusPageApiResponse,
      SaveStatusPageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/status-pages/${queryArg.domain}`,
        method: "PUT",
        body: queryArg.statusPageInput,
      }),
    }),
    openStatusIncident: build.mutation<
      OpenStatusIncidentApiResponse,
      OpenStatusIncidentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/status-pages/${queryArg.domain}/incidents`,
        method: "POST",
        body: queryArg.statusIncidentInput,
      }),
    }),
    deleteStatusIncident: build.mutation<
      DeleteStatusIncidentApiResponse,
      DeleteStatusIncidentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/status-pages/${queryArg.domain}/incidents/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updateStatusIncident: build.mutation<
      UpdateStatusIncidentApiResponse,
      UpdateStatusIncidentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/status-pages/${queryArg.domain}/incidents/${queryArg.id}/updates`,
        method: "POST",
        body: queryArg.statusUpdateInput,
      }),
    }),
    publicStatus: build.query<PublicStatusApiResponse, PublicStatusApiArg>({
      query: (queryArg) => ({ url: `/api/status/${queryArg.slug}` }),
    }),
    publicStatusFeed: build.query<
      PublicStatusFeedApiResponse,
      PublicStatusFeedApiArg
    >({
      query: (queryArg) => ({ url: `/api/status/${queryArg.slug}/feed` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedStatusApi };
export type StatusPageApiResponse = /** status 200  */ StatusPage;
export type StatusPageApiArg = {
  domain: string;
};
export type SaveStatusPageApiResponse = /** status 200  */ StatusPage;
export type SaveStatusPageApiArg = {
  domain: string;
  statusPageInput: StatusPageInput;
};
export type OpenStatusIncidentApiResponse = /** status 200  */ StatusPage;
export type OpenStatusIncidentApiArg = {
  domain: string;
  statusIncidentInput: StatusIncidentInput;
};
export type DeleteStatusIncidentApiResponse = /** status 200  */ StatusPage;
export type DeleteStatusIncidentApiArg = {
  domain: string;
  id: string;
};
export type UpdateStatusIncidentApiResponse = /** status 200  */ StatusPage;
export type UpdateStatusIncidentApiArg = {
  domain: string;
  id: string;
  statusUpdateInput: StatusUpdateInput;
};
export type PublicStatusApiResponse = /** status 200  */ PublicStatus;
export type PublicStatusApiArg = {
  slug: string;
};
export type PublicStatusFeedApiResponse = /** status 200  */ string;
export type PublicStatusFeedApiArg = {
  slug: string;
};
export type StatusIncident = {
  begins_at: string;
  ends_at: string | null;
  id: string;
  impact: "none" | "degraded" | "down";
  /** Detected automatically, not written by anyone. */
  kind: "incident" | "maintenance" | "outage";
  state:
    | "investigating"
    | "identified"
    | "monitoring"
    | "planned"
    | "under_way"
    | "resolved";
  title: string;
  /** The newest first. */
  updates: {
    said_at: string;
    state:
      | "investigating"
      | "identified"
      | "monitoring"
      | "planned"
      | "under_way"
      | "resolved";
    text: string;
  }[];
};
export type PublicStatus = {
  /** Under way, planned and of the last 90 days, the newest first. */
  incidents: StatusIncident[];
  name: string;
  note: string;
  /** `up`: no incident is known. */
  state: "up" | "degraded" | "down" | "maintenance";
  updated_at: string;
  /** Null: not shown. */
  uptime: {
    /** In UTC, the oldest first. */
    days: {
      day: string;
      down_minutes: number;
      /** Null: not known. */
      percent: number | null;
    }[];
    /** Of all days that are known; null: none is. */
    percent: number | null;
  } | null;
};
export type StatusPage = {
  is_on: boolean;
  name: string;
  note: string;
  /** What the page shows now, or would show if it were public. */
  preview: PublicStatus;
  shows_outages: boolean;
  shows_uptime: boolean;
  /** Null: the site never had a page. */
  slug: string | null;
  /** Not null: an administrator has suspended the page, and it cannot be published. */
  suspension: {
    reason: string;
    since: string;
  } | null;
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
export type StatusPageInput = {
  is_on: boolean;
  name: string;
  note?: string;
  /** When no server of the site responded, as detected. */
  shows_outages: boolean;
  /** Uptime by day. */
  shows_uptime: boolean;
  /** The end of its address. Absent: unchanged, or a random one; null: a new random one. */
  slug?: string | null;
};
export type StatusIncidentInput =
  | {
      /** Absent: now. */
      begins_at?: string;
      impact: "degraded" | "down";
      kind: "incident";
      state: "investigating" | "identified" | "monitoring" | "resolved";
      text: string;
      title: string;
    }
  | {
      begins_at: string;
      ends_at: string;
      kind: "maintenance";
      text: string;
      title: string;
    };
export type StatusUpdateInput = {
  state:
    | "investigating"
    | "identified"
    | "monitoring"
    | "planned"
    | "under_way"
    | "resolved";
  text: string;
};
