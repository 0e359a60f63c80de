import { baseApi } from './base-api.ts';
import type { MfaConfig, MfaSetup, MfaStatus } from './types.ts';

export interface NotificationPreferences {
  email_alerts: boolean;
  attack_notifications: boolean;
  weekly_reports: boolean;
  marketing_emails: boolean;
}

export interface SessionInfo {
  id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  ip_address: string;
  user_agent: string;
  current: boolean;
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    updateAccount: build.mutation<unknown, { full_name: string; email: string }>({
      query: (body) => ({ url: '/settings/account', method: 'PUT', body }),
      invalidatesTags: ['Me'],
    }),
    changePassword: build.mutation<unknown, { current_password: string; new_password: string }>({
      query: (body) => ({ url: '/settings/password', method: 'PUT', body }),
      invalidatesTags: ['Sessions'],
    }),
    mfaStatus: build.query<MfaStatus, void>({ query: () => '/settings/mfa/status', providesTags: ['Mfa'] }),
    mfaConfigs: build.query<MfaConfig[], void>({
      query: () => '/settings/mfa/configs',
      transformResponse: (answer: { configs: MfaConfig[] } | MfaConfig[]) =>
        Array.isArray(answer) ? answer : answer.configs,
      providesTags: ['Mfa'],
    }),
    mfaSetup: build.mutation<MfaSetup, void>({ query: () => '/settings/mfa/setup' }),
    enableMfa: build.mutation<unknown, string>({
      query: (token) => ({ url: '/settings/mfa/enable', method: 'POST', body: { token } }),
      invalidatesTags: ['Mfa', 'Me'],
    }),
    disableMfa: build.mutation<unknown, string>({
      query: (password) => ({ url: '/settings/mfa/disable', method: 'POST', body: { password } }),
      invalidatesTags: ['Mfa', 'Me'],
    }),
    notificationPreferences: build.query<NotificationPreferences, void>({
      query: () => '/settings/notifications',
      providesTags: ['Notifications'],
    }),
    saveNotificationPreferences: build.mutation<unknown, NotificationPreferences>({
      query: (body) => ({ url: '/settings/notifications', method: 'PUT', body }),
      invalidatesTags: ['Notifications'],
    }),
    sessions: build.query<SessionInfo[], void>({
      query: () => '/auth/sessions',
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<void, string>({
      query: (id) => ({ url: `/auth/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Sessions'],
    }),
  }),
});

export const {
  useUpdateAccountMutation,
  useChangePasswordMutation,
  useMfaStatusQuery,
  useMfaConfigsQuery,
  useMfaSetupMutation,
  useEnableMfaMutation,
  useDisableMfaMutation,
  useNotificationPreferencesQuery,
  useSaveNotificationPreferencesMutation,
  useSessionsQuery,
  useEndSessionMutation,
} = api;
