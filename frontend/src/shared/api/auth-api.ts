import { generatedApi } from './openapi.gen.ts';

const api = generatedApi
  .enhanceEndpoints({
    endpoints: {
      getMe: { providesTags: ['Me'] },
      listSessions: { providesTags: ['Sessions'] },
      revokeSession: { invalidatesTags: ['Sessions'] },
      revokeOtherSessions: { invalidatesTags: ['Sessions'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      cancelSubscription: build.mutation<void, void>({
        query: () => ({ url: '/api/auth/cancel-subscription', method: 'POST' }),
      }),
      deleteAccount: build.mutation<void, void>({
        query: () => ({ url: '/api/auth/delete-account', method: 'DELETE' }),
      }),
    }),
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
} = api;
