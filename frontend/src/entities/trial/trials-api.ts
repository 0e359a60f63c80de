import { generatedTrialsApi } from '../../shared/api/trials-api.gen.ts';

const api = generatedTrialsApi.enhanceEndpoints({
  addTagTypes: ['Recordings'],
  endpoints: {
    recorded: { providesTags: ['Recordings'] },
    deleteRecordings: { invalidatesTags: ['Recordings'] },
  },
});

export const { useRecordedQuery, useDeleteRecordingsMutation, useTryChangeMutation } = api;
