import { baseApi } from './base-api.ts';
import type { Domain, NewDomain, WafConfig } from './types.ts';

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    domains: build.query<Domain[], void>({ query: () => '/domains/', providesTags: ['Domains'] }),
    addDomain: build.mutation<Domain, NewDomain>({
      query: (body) => ({ url: '/domains/', method: 'POST', body }),
      invalidatesTags: ['Domains'],
    }),
    deleteDomain: build.mutation<void, string>({
      query: (id) => ({ url: `/domains/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Domains', 'Stats', 'Logs'],
    }),
    verifyDomain: build.mutation<{ verified: boolean; message: string }, string>({
      query: (id) => ({ url: `/domains/${id}/verify`, method: 'POST' }),
      invalidatesTags: (answer) => (answer?.verified ? ['Domains'] : []),
    }),
    wafConfig: build.query<WafConfig, string>({
      query: (id) => `/domains/${id}/waf-config`,
      providesTags: (_answer, _error, id) => [{ type: 'WafConfig', id }],
    }),
    saveWafConfig: build.mutation<unknown, { id: string; config: Partial<WafConfig> }>({
      query: ({ id, config }) => ({ url: `/domains/${id}/waf-config`, method: 'PUT', body: config }),
      invalidatesTags: (_answer, _error, { id }) => ['Domains', { type: 'WafConfig', id }],
    }),
  }),
});

export const {
  useDomainsQuery,
  useAddDomainMutation,
  useDeleteDomainMutation,
  useVerifyDomainMutation,
  useWafConfigQuery,
  useSaveWafConfigMutation,
} = api;
