import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAlertChannels: build.query<
      ListAlertChannelsApiResponse,
      ListAlertChannelsApiArg
    >({
      query: () => ({ url: `/api/alert-channels` }),
    }),
    createAlertChannel: build.mutation<
      CreateAlertChannelApiResponse,
      CreateAlertChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-channels`,
        method: "POST",
        body: queryArg.alertChannelCreate,
      }),
    }),
    deleteAlertChannel: build.mutation<
      DeleteAlertChannelApiResponse,
      DeleteAlertChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-channels/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updateAlertChannel: build.mutation<
      UpdateAlertChannelApiResponse,
      UpdateAlertChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-channels/${queryArg.id}`,
        method: "PUT",
        body: queryArg.alertChannelUpdate,
      }),
    }),
    listAlertDeliveries: build.query<
      ListAlertDeliveriesApiResponse,
      ListAlertDeliveriesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-channels/${queryArg.id}/deliveries`,
      }),
    }),
    replayAlertDelivery: build.mutation<
      ReplayAlertDeliveryApiResponse,
      ReplayAlertDeliveryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-channels/${queryArg.id}/deliveries/${queryArg.deliveryId}/replay`,
        method: "POST",
      }),
    }),
    rotateAlertChannelSecret: build.mutation<
      RotateAlertChannelSecretApiResponse,
      RotateAlertChannelSecretApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-channels/${queryArg.id}/rotate-secret`,
        method: "POST",
      }),
    }),
    testAlertChannel: build.mutation<
      TestAlertChannelApiResponse,
      TestAlertChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-channels/${queryArg.id}/test`,
        method: "POST",
      }),
    }),
    listAlertRules: build.query<
      ListAlertRulesApiResponse,
      ListAlertRulesApiArg
    >({
      query: () => ({ url: `/api/alert-rules` }),
    }),
    createAlertRule: build.mutation<
      CreateAlertRuleApiResponse,
      CreateAlertRuleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-rules`,
        method: "POST",
        body: queryArg.alertRuleInput,
      }),
    }),
    previewAlertRule: build.mutation<
      PreviewAlertRuleApiResponse,
      PreviewAlertRuleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-rules/preview`,
        method: "POST",
        body: queryArg.alertPreviewInput,
      }),
    }),
    deleteAlertRule: build.mutation<
      DeleteAlertRuleApiResponse,
      DeleteAlertRuleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-rules/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updateAlertRule: build.mutation<
      UpdateAlertRuleApiResponse,
      UpdateAlertRuleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-rules/${queryArg.id}`,
        method: "PUT",
        body: queryArg.alertRuleInput,
      }),
    }),
    silenceAlertRule: build.mutation<
      SilenceAlertRuleApiResponse,
      SilenceAlertRuleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alert-rules/${queryArg.id}/silence`,
        method: "POST",
        body: queryArg.alertSilence,
      }),
    }),
    listAlerts: build.query<ListAlertsApiResponse, ListAlertsApiArg>({
      query: () => ({ url: `/api/alerts` }),
    }),
    acknowledgeAlert: build.mutation<
      AcknowledgeAlertApiResponse,
      AcknowledgeAlertApiArg
    >({
      query: (queryArg) => ({
        url: `/api/alerts/${queryArg.id}/acknowledge`,
        method: "POST",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAlertsApi };
export type ListAlertChannelsApiResponse = /** status 200  */ AlertChannelList;
export type ListAlertChannelsApiArg = void;
export type CreateAlertChannelApiResponse =
  /** status 201  */ AlertChannelWithSecret;
export type CreateAlertChannelApiArg = {
  alertChannelCreate: AlertChannelCreate;
};
export type DeleteAlertChannelApiResponse = unknown;
export type DeleteAlertChannelApiArg = {
  id: string;
};
export type UpdateAlertChannelApiResponse = /** status 200  */ AlertChannel;
export type UpdateAlertChannelApiArg = {
  id: string;
  alertChannelUpdate: AlertChannelUpdate;
};
export type ListAlertDeliveriesApiResponse =
  /** status 200  */ AlertDeliveryList;
export type ListAlertDeliveriesApiArg = {
  id: string;
};
export type ReplayAlertDeliveryApiResponse = /** status 200  */ AlertDelivery;
export type ReplayAlertDeliveryApiArg = {
  id: string;
  deliveryId: string;
};
export type RotateAlertChannelSecretApiResponse =
  /** status 200  */ AlertChannelWithSecret;
export type RotateAlertChannelSecretApiArg = {
  id: string;
};
export type TestAlertChannelApiResponse = /** status 200  */ AlertDelivery;
export type TestAlertChannelApiArg = {
  id: string;
};
export type ListAlertRulesApiResponse = /** status 200  */ AlertRuleList;
export type ListAlertRulesApiArg = void;
export type CreateAlertRuleApiResponse = /** status 201  */ AlertRule;
export type CreateAlertRuleApiArg = {
  alertRuleInput: AlertRuleInput;
};
export type PreviewAlertRuleApiResponse = /** status 200  */ AlertPreview;
export type PreviewAlertRuleApiArg = {
  alertPreviewInput: AlertPreviewInput;
};
export type DeleteAlertRuleApiResponse = unknown;
export type DeleteAlertRuleApiArg = {
  id: string;
};
export type UpdateAlertRuleApiResponse = /** status 200  */ AlertRule;
export type UpdateAlertRuleApiArg = {
  id: string;
  alertRuleInput: AlertRuleInput;
};
export type SilenceAlertRuleApiResponse = /** status 200  */ AlertRule;
export type SilenceAlertRuleApiArg = {
  id: string;
  alertSilence: AlertSilence;
};
export type ListAlertsApiResponse = /** status 200  */ AlertList;
export type ListAlertsApiArg = void;
export type AcknowledgeAlertApiResponse = /** status 200  */ Alert;
export type AcknowledgeAlertApiArg = {
  id: string;
};
export type AlertChannel = {
  created_at: string;
  disabled_reason: "gone" | null;
  hint: string;
  id: string;
  is_active: boolean;
  kind:
    | "mail"
    | "webhook"
    | "slack"
    | "teams"
    | "discord"
    | "telegram"
    | "pagerduty"
    | "opsgenie";
  last_delivery: {
    at: string;
    state: "waiting" | "delivered" | "failed";
  } | null;
  name: string;
  previous_secret_until: string | null;
};
export type AlertChannelList = {
  channels: AlertChannel[];
  max_channels: number;
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
export type AlertChannelWithSecret = {
  channel: AlertChannel;
  secret: string | null;
};
export type AlertChannelTarget = {
  [key: string]: string;
};
export type AlertChannelCreate = {
  kind:
    | "mail"
    | "webhook"
    | "slack"
    | "teams"
    | "discord"
    | "telegram"
    | "pagerduty"
    | "opsgenie";
  name: string;
  target?: AlertChannelTarget;
};
export type AlertChannelUpdate = {
  is_active?: boolean;
  name?: string;
  target?: AlertChannelTarget;
};
export type AlertDelivery = {
  attempts: number;
  created_at: string;
  duration_ms: number | null;
  finished_at: string | null;
  id: string;
  last_answer: string;
  last_error: string | null;
  last_status: number | null;
  message: "fired" | "resolved" | "test";
  next_attempt_at: string | null;
  rule_name: string;
  state: "waiting" | "delivered" | "failed";
  summary: string;
};
export type AlertDeliveryList = {
  deliveries: AlertDelivery[];
};
export type AlertFilter = {
  action?: string;
  address?: string;
  agent?: string;
  cache?: string;
  country?: string;
  http_status?: string;
  ja4?: string;
  method?: string;
  network?: string;
  path?: string;
  reason?: string;
  rule?: string;
  status?: string;
  threat?: string;
};
export type AlertCondition = {
  compare: "threshold" | "usual";
  direction: "above" | "below";
  filter: AlertFilter;
  hold_minutes: number;
  measure:
    | "requests"
    | "rate"
    | "share"
    | "latency"
    | "clients"
    | "clients_of_one_rule";
  min_requests: number;
  percentile: number;
  value: number;
  window_minutes: number;
};
export type AlertRule = {
  channel_ids: string[];
  condition: AlertCondition;
  domain: {
    id: string;
    name: string;
  } | null;
  evaluated_at: string | null;
  id: string;
  is_active: boolean;
  last_limit: number | null;
  last_problem: string | null;
  last_value: number | null;
  name: string;
  note: string;
  severity: "info" | "warning" | "critical";
  silenced_until: string | null;
  state: "ok" | "pending" | "firing" | "clearing";
  state_since: string;
};
export type AlertRuleList = {
  max_rules: number;
  rules: AlertRule[];
};
export type AlertRuleInput = {
  channel_ids?: string[];
  condition: AlertCondition;
  domain?: string | null;
  is_active?: boolean;
  name: string;
  note?: string;
  severity?: "info" | "warning" | "critical";
};
export type AlertPreview = {
  fired: {
    at: string;
    until: string | null;
  }[];
  from: string | null;
  limit: number | null;
  value: number | null;
};
export type AlertPreviewInput = {
  condition: AlertCondition;
  domain?: string | null;
};
export type AlertSilence = {
  minutes: number;
};
export type Alert = {
  acknowledged_at: string | null;
  condition: AlertCondition | null;
  domain_name: string | null;
  fired_at: string;
  id: string;
  is_silent: boolean;
  note: string;
  resolved_at: string | null;
  rule_id: string;
  rule_name: string;
  severity: "info" | "warning" | "critical";
  summary: string;
};
export type AlertList = {
  alerts: Alert[];
};
