import { baseApi } from './base-api.ts';

export interface Unsubscription {
  email: string;
  reason: string;
  ip_address: '';
  user_agent: string;
  /** Signed proof from a mail's link. */
  token?: string;
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sendContactMessage: build.mutation<
      unknown,
      { name: string; email: string; subject: string; message: string }
    >({
      query: (body) => ({ url: '/api/contact/', method: 'POST', body }),
    }),
    subscribe: build.mutation<unknown, { email: string; first_name: string; last_name: string }>({
      query: (body) => ({ url: '/api/newsletter/subscribe', method: 'POST', body }),
    }),
    unsubscribe: build.mutation<unknown, Unsubscription>({
      query: (body) => ({ url: '/api/newsletter/unsubscribe', method: 'POST', body }),
    }),
  }),
});

export const { useSendContactMessageMutation, useSubscribeMutation, useUnsubscribeMutation } = api;
