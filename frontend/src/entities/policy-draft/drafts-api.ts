import { generatedDraftsApi } from '../../shared/api/drafts-api.gen.ts';

const api = generatedDraftsApi.enhanceEndpoints({
  addTagTypes: ['Drafts', 'SitePolicy', 'Domains'],
  endpoints: {
    // Each draft's changes are shown against the active policy.
    listDrafts: {
      providesTags: (_answer, _error, { id }) => [
        { type: 'Drafts', id },
        { type: 'SitePolicy', id },
      ],
    },
    createDraft: { invalidatesTags: (_answer, _error, { id }) => [{ type: 'Drafts', id }] },
    deleteDraft: { invalidatesTags: (_answer, _error, { id }) => [{ type: 'Drafts', id }] },
    applyDraft: {
      invalidatesTags: (_answer, _error, { id }) => [
        'Domains',
        { type: 'Drafts', id },
        { type: 'SitePolicy', id },
      ],
    },
  },
});

export const { useListDraftsQuery, useCreateDraftMutation, useDeleteDraftMutation, useApplyDraftMutation } =
  api;
