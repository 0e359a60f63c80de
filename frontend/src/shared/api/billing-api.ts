import { baseApi } from './base-api.ts';
import type { Order, Plan } from './types.ts';

export interface CreatePaypalOrder {
  plan_id: string | number;
  billing_period: 'monthly' | 'yearly';
  user_email?: string | null;
  user_name?: string | null;
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<Plan[], void>({ query: () => '/plans/', providesTags: ['Plans'] }),
    createPaypalOrder: build.mutation<{ paypal_order_id: string }, CreatePaypalOrder>({
      query: (body) => ({ url: '/paypal/create-order', method: 'POST', body }),
    }),
    capturePaypalOrder: build.mutation<
      { success: boolean; message: string },
      { order_id: string; paypal_order_id: string }
    >({
      query: (body) => ({ url: '/paypal/capture-order', method: 'POST', body }),
      invalidatesTags: ['Orders', 'Me'],
    }),
    paypalConfig: build.query<{ client_id: string; script_url: string; currency: string }, void>({
      query: () => '/paypal/config',
    }),
    myOrders: build.query<Order[], void>({
      query: () => '/orders/my-orders',
      transformResponse: (answer: Order[] | { orders: Order[] }) =>
        Array.isArray(answer) ? answer : answer.orders,
      providesTags: ['Orders'],
    }),
  }),
});

export const {
  usePlansQuery,
  useCreatePaypalOrderMutation,
  useCapturePaypalOrderMutation,
  usePaypalConfigQuery,
  useMyOrdersQuery,
} = api;
