import { generatedApi, type Notifications } from '../../shared/api/openapi.gen.ts';

export type Notification = Notifications['entries'][number];

const api = generatedApi.enhanceEndpoints({
  addTagTypes: ['Notifications'],
  endpoints: {
    listNotifications: { providesTags: ['Notifications'] },
    markNotificationsRead: { invalidatesTags: ['Notifications'] },
  },
});

/** While the page is visible. */
const POLL_MS = 60_000;

export const useNotificationsQuery = () =>
  api.useListNotificationsQuery({}, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });

export const { useLazyListNotificationsQuery, useMarkNotificationsReadMutation } = api;
