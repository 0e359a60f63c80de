import { generatedOriginCertificatesApi } from '../../shared/api/origin-certificates-api.gen.ts';

/** What a call changed is read again. */
const changes = {
  invalidatesTags: (_answer: unknown, _error: unknown, { id }: { id: string }) => [
    { type: 'OriginCertificates' as const, id },
  ],
};

const api = generatedOriginCertificatesApi.enhanceEndpoints({
  addTagTypes: ['OriginCertificates'],
  endpoints: {
    getOriginCertificates: {
      providesTags: (_answer, _error, { id }) => [{ type: 'OriginCertificates', id }],
    },
    uploadOriginCertificate: changes,
    removeUploadedOriginCertificate: changes,
    prepareOriginAuthority: changes,
    switchOriginAuthority: changes,
  },
});

export const {
  useGetOriginCertificatesQuery,
  useUploadOriginCertificateMutation,
  useRemoveUploadedOriginCertificateMutation,
  usePrepareOriginAuthorityMutation,
  useSwitchOriginAuthorityMutation,
} = api;
