import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { generatedApi, type ListBansApiArg, type SitePolicy } from '../../shared/api/openapi.gen.ts';

/** The versions of a configuration change with every save, also where the answer says all about the newest. */
const historyOf = (id: string) => `${id}/versions`;

const api = generatedApi.enhanceEndpoints({
  addTagTypes: [
    'Domains',
    'Stats',
    'Logs',
    'SitePolicy',
    'CachePurges',
    'Bans',
    'Certificates',
    'OriginCertificates',
  ],
  endpoints: {
    listDomains: { providesTags: ['Domains'] },
    addDomain: { invalidatesTags: ['Domains'] },
    updateDomain: { invalidatesTags: ['Domains'] },
    removeDomain: { invalidatesTags: ['Domains', 'Stats', 'Logs'] },
    // Also a refusal changes what shows: another record is asked for, or somebody else was.
    verifyDomain: { invalidatesTags: ['Domains'] },
    answerOwnershipRequest: { invalidatesTags: ['Domains'] },
    getSitePolicy: { providesTags: (_answer, _error, { id }) => [{ type: 'SitePolicy', id }] },
    updateSitePolicy: {
      // The answer is the configuration as it is now: nothing has to be asked again but its history.
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          dispatch(sitePolicyIs(id, data));
        } catch {
          // The saving component shows the result; the list stays unchanged.
        }
      },
      invalidatesTags: (_answer, _error, { id }) => [
        'Domains',
        { type: 'SitePolicy', id: historyOf(id) },
        { type: 'OriginCertificates', id },
      ],
    },
    listSitePolicyVersions: {
      providesTags: (_answer, _error, { id }) => [
        { type: 'SitePolicy', id },
        { type: 'SitePolicy', id: historyOf(id) },
      ],
    },
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
    rollBackSitePolicy: {
      invalidatesTags: (_answer, _error, { id }) => [
        'Domains',
        { type: 'SitePolicy', id },
        { type: 'OriginCertificates', id },
      ],
    },
  },
});

export const {
  useListDomainsQuery,
  useAddDomainMutation,
  useUpdateDomainMutation,
  useRemoveDomainMutation,
  useSimulateRequestMutation,
  usePriceExclusionsMutation,
  useVerifyDomainMutation,
  useAnswerOwnershipRequestMutation,
  useGetDomainDnsQuery,
  useGetSitePolicyQuery,
  useLazyGetSitePolicyQuery,
  useUpdateSitePolicyMutation,
  useListManagedRulesQuery,
  useListApplicationPacksQuery,
  useListRuleReleasesQuery,
  useListOriginsQuery,
  useListCachePurgesQuery,
  usePurgeCacheMutation,
  useListBansQuery,
  useAddBanMutation,
  useLiftBanMutation,
  useGetCertificatesQuery,
  useOriginLockQuery,
  useEdgeAddressesQuery,
  useIssueCertificateMutation,
  useRevokeCertificateMutation,
  useUploadCertificateMutation,
  useRemoveUploadedCertificateMutation,
  useListSitePolicyVersionsQuery,
  useRollBackSitePolicyMutation,
} = api;

/** Puts a configuration that is known in the place of the one that shows. */
function sitePolicyIs(id: string, config: SitePolicy): UnknownAction {
  return api.util.updateQueryData('getSitePolicy', { id }, () => config) as unknown as UnknownAction;
}

/** Takes a ban out of the list that shows, before the server has answered; what comes back puts it in again. */
export function withoutBan(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  page: ListBansApiArg,
  address: string,
): () => void {
  const change = api.util.updateQueryData('listBans', page, (draft) => {
    draft.bans = draft.bans.filter((ban) => ban.address !== address);
    draft.total--;
  });
  return dispatch(change as ThunkAction<{ undo: () => void }, unknown, unknown, UnknownAction>).undo;
}
