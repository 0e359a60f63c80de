import { generatedApi } from '../../shared/api/openapi.gen.ts';

const api = generatedApi.enhanceEndpoints({
  addTagTypes: ['Me', 'Sessions', 'SecurityActivity'],
  endpoints: {
    getMe: { providesTags: ['Me'] },
    listSessions: { providesTags: ['Sessions'] },
    reauthenticate: {
      invalidatesTags: (answer) => (answer?.confirmed_until ? ['Sessions', 'SecurityActivity'] : []),
    },
    revokeSession: { invalidatesTags: ['Sessions'] },
    revokeOtherSessions: { invalidatesTags: ['Sessions', 'SecurityActivity'] },
    confirmEmail: { invalidatesTags: ['Me'] },
  },
});

export type { LoginRequest, RegisterRequest } from '../../shared/api/openapi.gen.ts';
export const {
  useLoginMutation,
  useRegisterMutation,
  useLogoutMutation,
  useGetMeQuery,
  useListSessionsQuery,
  useRevokeSessionMutation,
  useRevokeOtherSessionsMutation,
  useCancelSubscriptionMutation,
  useDeleteAccountMutation,
  useRequestPasswordResetMutation,
  useResetPasswordMutation,
  useConfirmEmailMutation,
  useUndoEmailChangeMutation,
  useResendConfirmationMutation,
  useReauthenticateMutation,
} = api;
