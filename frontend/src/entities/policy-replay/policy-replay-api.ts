import { generatedPolicyReplayApi } from '../../shared/api/policy-replay-api.gen.ts';

const api = generatedPolicyReplayApi.enhanceEndpoints({
  addTagTypes: ['Recordings'],
  endpoints: {
    recorded: { providesTags: ['Recordings'] },
    deleteRecordings: { invalidatesTags: ['Recordings'] },
  },
});

export const { useRecordedQuery, useDeleteRecordingsMutation, useTryChangeMutation } = api;
