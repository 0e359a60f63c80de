import { generatedApi } from './openapi.gen.ts';

export const {
  useSendContactMessageMutation,
  useSubscribeNewsletterMutation,
  useUnsubscribeNewsletterMutation,
} = generatedApi;
