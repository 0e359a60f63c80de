import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { generatedApi, type ListBansApiArg } from './openapi.gen.ts';

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
    listCachePurges: { providesTags: (_answer, _error, { id }) => [{ type: 'CachePurges', id }] },
    purgeCache: { invalidatesTags: (_answer, _error, { id }) => [{ type: 'CachePurges', id }] },
    listBans: { providesTags: (_answer, _error, { id }) => [{ type: 'Bans', id }] },
    addBan: { invalidatesTags: (_answer, _error, { id }) => [{ type: 'Bans', id }] },
    liftBan: { invalidatesTags: (_answer, _error, { id }) => [{ type: 'Bans', id }] },
    getCertificates: { providesTags: (_answer, _error, { id }) => [{ type: 'Certificates', id }] },
    issueCertificate: { invalidatesTags: (_answer, _error, { id }) => [{ type: 'Certificates', id }] },
    revokeCertificate: { invalidatesTags: (_answer, _error, { id }) => [{ type: 'Certificates', id }] },
    uploadCertificate: { invalidatesTags: (_answer, _error, { id }) => [{ type: 'Certificates', id }] },
    removeUploadedCertificate: {
      invalidatesTags: (_answer, _error, { id }) => [{ type: 'Certificates', id }],
    },
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
  useListOriginsQuery,
  useListCachePurgesQuery,
  usePurgeCacheMutation,
  useListBansQuery,
  useAddBanMutation,
  useLiftBanMutation,
  useGetCertificatesQuery,
  useIssueCertificateMutation,
  useRevokeCertificateMutation,
  useUploadCertificateMutation,
  useRemoveUploadedCertificateMutation,
  useListWafConfigVersionsQuery,
  useRollBackWafConfigMutation,
} = api;

/** Takes a ban out of the list that shows, before the server has answered; what comes back puts it in again. */
export function withoutBan(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  page: ListBansApiArg,
  address: string,
): () => void {
  const change = api.util.updateQueryData('listBans', page, (draft) => {
    draft.bans = draft.bans.filter((ban) => ban.address !== address);
    draft.total -= 1;
  });
  return dispatch(change as ThunkAction<{ undo: () => void }, unknown, unknown, UnknownAction>).undo;
}
