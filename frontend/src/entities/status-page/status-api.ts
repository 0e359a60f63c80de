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

/** How often a page that somebody looks at is read anew: the service makes it no more often. Milliseconds. */
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
