import { generatedAlertsApi } from '../../shared/api/alerts-api.gen.ts';

const api = generatedAlertsApi.enhanceEndpoints({
  addTagTypes: ['Alerts', 'AlertRules', 'AlertChannels', 'AlertDeliveries'],
  endpoints: {
    listAlerts: { providesTags: ['Alerts'] },
    acknowledgeAlert: { invalidatesTags: ['Alerts'] },
    listAlertRules: { providesTags: ['AlertRules'] },
    createAlertRule: { invalidatesTags: ['AlertRules'] },
    updateAlertRule: { invalidatesTags: ['AlertRules', 'Alerts'] },
    deleteAlertRule: { invalidatesTags: ['AlertRules', 'Alerts'] },
    silenceAlertRule: { invalidatesTags: ['AlertRules'] },
    listAlertChannels: { providesTags: ['AlertChannels'] },
    createAlertChannel: { invalidatesTags: ['AlertChannels'] },
    updateAlertChannel: { invalidatesTags: ['AlertChannels'] },
    deleteAlertChannel: { invalidatesTags: ['AlertChannels'] },
    testAlertChannel: { invalidatesTags: ['AlertChannels', 'AlertDeliveries'] },
    rotateAlertChannelSecret: { invalidatesTags: ['AlertChannels'] },
    listAlertDeliveries: { providesTags: ['AlertDeliveries'] },
    replayAlertDelivery: { invalidatesTags: ['AlertDeliveries', 'AlertChannels'] },
  },
});

export type {
  Alert,
  AlertChannel,
  AlertCondition,
  AlertDelivery,
  AlertRule,
  AlertRuleInput,
} from '../../shared/api/alerts-api.gen.ts';
export const {
  useListAlertsQuery,
  useAcknowledgeAlertMutation,
  useListAlertRulesQuery,
  useCreateAlertRuleMutation,
  useUpdateAlertRuleMutation,
  useDeleteAlertRuleMutation,
  useSilenceAlertRuleMutation,
  usePreviewAlertRuleMutation,
  useListAlertChannelsQuery,
  useCreateAlertChannelMutation,
  useUpdateAlertChannelMutation,
  useDeleteAlertChannelMutation,
  useTestAlertChannelMutation,
  useRotateAlertChannelSecretMutation,
  useListAlertDeliveriesQuery,
  useReplayAlertDeliveryMutation,
} = api;
