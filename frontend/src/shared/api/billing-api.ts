import { generatedApi } from './openapi.gen.ts';
import type { Order } from './types.ts';

export interface CreatePaypalOrder {
  plan_id: string | number;
  billing_period: 'monthly' | 'yearly';
  user_email?: string | null;
  user_name?: string | null;
}

const api = generatedApi
  .enhanceEndpoints({ endpoints: { listPlans: { providesTags: ['Plans'] } } })
  .injectEndpoints({
    endpoints: (build) => ({
      createPaypalOrder: build.mutation<{ paypal_order_id: string }, CreatePaypalOrder>({
        query: (body) => ({ url: '/api/paypal/create-order', method: 'POST', body }),
      }),
      capturePaypalOrder: build.mutation<
        { success: boolean; message: string; claim_token?: string | null },
        { order_id: string; paypal_order_id: string }
      >({
        query: (body) => ({ url: '/api/paypal/capture-order', method: 'POST', body }),
        invalidatesTags: ['Orders', 'Me'],
      }),
      claimOrder: build.mutation<unknown, string>({
        query: (claim_token) => ({ url: '/api/orders/claim', method: 'POST', body: { claim_token } }),
        invalidatesTags: ['Orders', 'Me'],
      }),
      paypalConfig: build.query<{ enabled: boolean; script_url: string | null; is_stand_in: boolean }, void>({
        query: () => '/api/paypal/config',
      }),
      myOrders: build.query<Order[], void>({
        query: () => '/api/orders/my-orders',
        transformResponse: (answer: Order[] | { orders: Order[] }) =>
          Array.isArray(answer) ? answer : answer.orders,
        providesTags: ['Orders'],
      }),
    }),
  });

export const {
  useListPlansQuery,
  useCreatePaypalOrderMutation,
  useCapturePaypalOrderMutation,
  useClaimOrderMutation,
  usePaypalConfigQuery,
  useMyOrdersQuery,
} = api;
