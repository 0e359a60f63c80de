import { generatedApi } from './openapi.gen.ts';

const api = generatedApi.enhanceEndpoints({
  endpoints: {
    updateAccount: { invalidatesTags: ['Me'] },
    changePassword: { invalidatesTags: ['Sessions', 'ApiKeys', 'Mfa'] },
    getMfaStatus: { providesTags: ['Mfa'] },
    listMfaConfigs: { providesTags: ['Mfa'] },
    enableMfa: { invalidatesTags: ['Mfa', 'Me'] },
    disableMfa: { invalidatesTags: ['Mfa', 'Me'] },
    deleteMfaConfig: { invalidatesTags: ['Mfa', 'Me'] },
    regenerateMfa: { invalidatesTags: ['Mfa', 'Me'] },
    getNotificationSettings: { providesTags: ['Notifications'] },
    updateNotificationSettings: { invalidatesTags: ['Notifications'] },
    listApiKeys: { providesTags: ['ApiKeys'] },
    createApiKey: { invalidatesTags: ['ApiKeys'] },
    revokeApiKey: { invalidatesTags: ['ApiKeys'] },
  },
});

export type { ApiKeyRequest, MfaSetup, NotificationSettings } from './openapi.gen.ts';
export const {
  useUpdateAccountMutation,
  useChangePasswordMutation,
  useGetMfaStatusQuery,
  useListMfaConfigsQuery,
  useLazySetUpMfaQuery,
  useEnableMfaMutation,
  useDisableMfaMutation,
  useDeleteMfaConfigMutation,
  useRegenerateMfaMutation,
  useGetNotificationSettingsQuery,
  useUpdateNotificationSettingsMutation,
  useListApiKeysQuery,
  useCreateApiKeyMutation,
  useRevokeApiKeyMutation,
} = api;
