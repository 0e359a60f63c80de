import { generatedApi } from './openapi.gen.ts';

const api = generatedApi.enhanceEndpoints({
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

export type { LoginRequest, RegisterRequest } from './openapi.gen.ts';
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
