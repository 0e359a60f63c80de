import { generatedApi } from './openapi.gen.ts';

const api = generatedApi.enhanceEndpoints({
  endpoints: {
    listDomains: { providesTags: ['Domains'] },
    addDomain: { invalidatesTags: ['Domains'] },
    updateDomain: { invalidatesTags: ['Domains'] },
    removeDomain: { invalidatesTags: ['Domains', 'Stats', 'Logs'] },
    verifyDomain: { invalidatesTags: (answer) => (answer?.verified ? ['Domains'] : []) },
    getWafConfig: { providesTags: (_answer, _error, { id }) => [{ type: 'WafConfig', id }] },
    updateWafConfig: {
      invalidatesTags: (_answer, _error, { id }) => ['Domains', { type: 'WafConfig', id }],
    },
    listWafConfigVersions: { providesTags: (_answer, _error, { id }) => [{ type: 'WafConfig', id }] },
    rollBackWafConfig: {
      invalidatesTags: (_answer, _error, { id }) => ['Domains', { type: 'WafConfig', id }],
    },
  },
});

export const {
  useListDomainsQuery,
  useAddDomainMutation,
  useUpdateDomainMutation,
  useRemoveDomainMutation,
  useVerifyDomainMutation,
  useGetDomainDnsQuery,
  useGetWafConfigQuery,
  useUpdateWafConfigMutation,
  useListWafConfigVersionsQuery,
  useRollBackWafConfigMutation,
} = api;
