import { generatedRolloutsApi } from '../../shared/api/rollouts-api.gen.ts';

const api = generatedRolloutsApi.enhanceEndpoints({
  addTagTypes: ['Rollouts', 'RuleRollouts', 'SitePolicy', 'Domains'],
  endpoints: {
    listRollouts: { providesTags: (_answer, _error, { id }) => [{ type: 'Rollouts', id }] },
    // The configuration says which one runs.
    startRollout: {
      invalidatesTags: (_answer, _error, { id }) => [
        { type: 'Rollouts', id },
        { type: 'SitePolicy', id },
      ],
    },
    promoteRollout: {
      invalidatesTags: (_answer, _error, { id }) => [
        'Domains',
        { type: 'Rollouts', id },
        { type: 'SitePolicy', id },
      ],
    },
    takeBackRollout: {
      invalidatesTags: (_answer, _error, { id }) => [
        { type: 'Rollouts', id },
        { type: 'SitePolicy', id },
      ],
    },
    listSiteRuleRollouts: { providesTags: ['RuleRollouts'] },
    decideRuleRollout: { invalidatesTags: ['RuleRollouts'] },
    listRuleRollouts: { providesTags: ['RuleRollouts'] },
    startRuleRollout: { invalidatesTags: ['RuleRollouts'] },
    endRuleRollout: { invalidatesTags: ['RuleRollouts'] },
    listRuleRolloutSites: { providesTags: ['RuleRollouts'] },
    decideForSite: { invalidatesTags: ['RuleRollouts'] },
  },
});

export const {
  useListRolloutsQuery,
  useStartRolloutMutation,
  usePromoteRolloutMutation,
  useTakeBackRolloutMutation,
  useListSiteRuleRolloutsQuery,
  useDecideRuleRolloutMutation,
  useListRuleRolloutsQuery,
  useStartRuleRolloutMutation,
  useEndRuleRolloutMutation,
  useListRuleRolloutSitesQuery,
  useDecideForSiteMutation,
} = api;
