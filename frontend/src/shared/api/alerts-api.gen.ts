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
