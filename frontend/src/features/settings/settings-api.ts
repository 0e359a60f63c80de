import { generatedApi } from '../../shared/api/openapi.gen.ts';

const api = generatedApi.enhanceEndpoints({
  addTagTypes: ['SecurityActivity', 'Me', 'Sessions', 'ApiKeys', 'Mfa', 'Notifications'],
  endpoints: {
    listSecurityActivity: { providesTags: ['SecurityActivity'] },
    updateAccount: { invalidatesTags: ['Me', 'SecurityActivity'] },
    changePassword: { invalidatesTags: ['Sessions', 'ApiKeys', 'Mfa', 'SecurityActivity'] },
    getMfaStatus: { providesTags: ['Mfa'] },
    listMfaConfigs: { providesTags: ['Mfa'] },
    enableMfa: { invalidatesTags: ['Mfa', 'Me', 'SecurityActivity'] },
    disableMfa: { invalidatesTags: ['Mfa', 'Me', 'SecurityActivity'] },
    deleteMfaConfig: { invalidatesTags: ['Mfa', 'Me', 'SecurityActivity'] },
    regenerateMfa: { invalidatesTags: ['Mfa', 'Me'] },
    getNotificationSettings: { providesTags: ['Notifications'] },
    updateNotificationSettings: { invalidatesTags: ['Notifications'] },
    listApiKeys: { providesTags: ['ApiKeys'] },
    createApiKey: { invalidatesTags: ['ApiKeys', 'SecurityActivity'] },
    revokeApiKey: { invalidatesTags: ['ApiKeys', 'SecurityActivity'] },
  },
});

export type {
  ApiKeyRequest,
  MfaSetup,
  NotificationSettings,
  SecurityActivity,
} from '../../shared/api/openapi.gen.ts';
export const {
  useListAccountAuditQuery,
  useListSecurityActivityQuery,
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
