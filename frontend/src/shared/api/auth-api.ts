import { baseApi } from './base-api.ts';
import type { SessionAnswer, User } from './types.ts';

export interface Registration {
  email: string;
  username: string;
  password: string;
  full_name: string;
}

export interface Credentials {
  email: string;
  password: string;
  mfa_token: string | null;
  /** Asks the server for a session that lasts longer. */
  remember_me?: boolean;
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<SessionAnswer, Credentials>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
    }),
    register: build.mutation<SessionAnswer, Registration>({
      query: (body) => ({ url: '/auth/register', method: 'POST', body }),
    }),
    logout: build.mutation<void, void>({ query: () => ({ url: '/auth/logout', method: 'POST' }) }),
    me: build.query<User, void>({ query: () => '/auth/me', providesTags: ['Me'] }),
    cancelSubscription: build.mutation<void, void>({
      query: () => ({ url: '/auth/cancel-subscription', method: 'POST' }),
    }),
    deleteAccount: build.mutation<void, void>({
      query: () => ({ url: '/auth/delete-account', method: 'DELETE' }),
    }),
  }),
});

export const {
  useLoginMutation,
  useRegisterMutation,
  useLogoutMutation,
  useMeQuery,
  useCancelSubscriptionMutation,
  useDeleteAccountMutation,
} = api;
export const authApi = api;
