import { baseApi } from './base-api.ts';
import type { MfaConfig, MfaSetup, MfaStatus } from './types.ts';

export interface NotificationPreferences {
  email_alerts: boolean;
  attack_notifications: boolean;
  weekly_reports: boolean;
  marketing_emails: boolean;
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    updateAccount: build.mutation<unknown, { full_name: string; email: string }>({
      query: (body) => ({ url: '/api/settings/account', method: 'PUT', body }),
      invalidatesTags: ['Me'],
    }),
    changePassword: build.mutation<unknown, { current_password: string; new_password: string }>({
      query: (body) => ({ url: '/api/settings/password', method: 'PUT', body }),
      invalidatesTags: ['Sessions'],
    }),
    mfaStatus: build.query<MfaStatus, void>({
      query: () => '/api/settings/mfa/status',
      providesTags: ['Mfa'],
    }),
    mfaConfigs: build.query<MfaConfig[], void>({
      query: () => '/api/settings/mfa/configs',
      transformResponse: (answer: { configs: MfaConfig[] } | MfaConfig[]) =>
        Array.isArray(answer) ? answer : answer.configs,
      providesTags: ['Mfa'],
    }),
    mfaSetup: build.mutation<MfaSetup, void>({ query: () => '/api/settings/mfa/setup' }),
    enableMfa: build.mutation<unknown, string>({
      query: (token) => ({ url: '/api/settings/mfa/enable', method: 'POST', body: { token } }),
      invalidatesTags: ['Mfa', 'Me'],
    }),
    disableMfa: build.mutation<unknown, string>({
      query: (password) => ({ url: '/api/settings/mfa/disable', method: 'POST', body: { password } }),
      invalidatesTags: ['Mfa', 'Me'],
    }),
    notificationPreferences: build.query<NotificationPreferences, void>({
      query: () => '/api/settings/notifications',
      providesTags: ['Notifications'],
    }),
    saveNotificationPreferences: build.mutation<unknown, NotificationPreferences>({
      query: (body) => ({ url: '/api/settings/notifications', method: 'PUT', body }),
      invalidatesTags: ['Notifications'],
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
} = api;
