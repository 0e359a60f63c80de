import { generatedApi } from '../../shared/api/openapi.gen.ts';

const api = generatedApi.enhanceEndpoints({
  addTagTypes: ['Plans', 'Orders', 'Me'],
  endpoints: {
    listPlans: { providesTags: ['Plans'] },
    listMyOrders: { providesTags: ['Orders'] },
    getOrderOutcome: { providesTags: ['Orders'] },
    giveUpPayPalOrder: { invalidatesTags: ['Orders'] },
    capturePayPalOrder: { invalidatesTags: ['Orders', 'Me'] },
    createOrder: { invalidatesTags: ['Orders', 'Me'] },
    claimOrder: { invalidatesTags: ['Orders', 'Me'] },
    useOrder: { invalidatesTags: ['Orders', 'Me'] },
    listInvoices: { providesTags: ['Orders'] },
    getMySubscription: { providesTags: ['Me'] },
    previewPlanChange: { providesTags: ['Me', 'Orders'] },
    takeMoneyBack: { invalidatesTags: ['Orders', 'Me'] },
    startTrial: { invalidatesTags: ['Me'] },
  },
});

export const {
  useListPlansQuery,
  useListMyOrdersQuery,
  useGetPayPalConfigQuery,
  useCreatePayPalOrderMutation,
  useCapturePayPalOrderMutation,
  useGiveUpPayPalOrderMutation,
  useGetOrderOutcomeQuery,
  useLazyListMyOrdersQuery,
  useCreateOrderMutation,
  useClaimOrderMutation,
  useUseOrderMutation,
  useListInvoicesQuery,
  useGetMySubscriptionQuery,
  usePreviewPlanChangeQuery,
  useStartTrialMutation,
  usePreviewMoneyBackQuery,
  useTakeMoneyBackMutation,
} = api;

/** The cached result of {@link useGetPayPalConfigQuery}, without a request. */
export const useGetPayPalConfigState = () => api.endpoints.getPayPalConfig.useQueryState();
