import { generatedStatusApi } from '../../shared/api/status-api.gen.ts';

const api = generatedStatusApi.enhanceEndpoints({
  addTagTypes: ['StatusPage'],
  endpoints: {
    statusPage: { providesTags: ['StatusPage'] },
    saveStatusPage: { invalidatesTags: ['StatusPage'] },
    openStatusIncident: { invalidatesTags: ['StatusPage'] },
    updateStatusIncident: { invalidatesTags: ['StatusPage'] },
    deleteStatusIncident: { invalidatesTags: ['StatusPage'] },
  },
});

/** Polling interval of a visible page, which is the service's cache time. Milliseconds. */
const POLL_MS = 30_000;

export const usePublicStatusQuery = (slug: string) =>
  api.usePublicStatusQuery({ slug }, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });

export const {
  useStatusPageQuery,
  useSaveStatusPageMutation,
  useOpenStatusIncidentMutation,
  useUpdateStatusIncidentMutation,
  useDeleteStatusIncidentMutation,
} = api;
