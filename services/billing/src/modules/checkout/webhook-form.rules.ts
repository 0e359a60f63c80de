import { z } from 'zod';
import type { WebhookHeaders } from '../paypal/paypal.client.ts';

const PAYPAL = 'paypal.com';

const formSchema = z.object({
  transmissionId: z.string().regex(/^[\w-]{1,100}$/),
  transmissionTime: z.iso.datetime({ offset: true }),
  transmissionSignature: z.base64().min(1).max(2_000),
  authAlgorithm: z.string().regex(/^\w{1,50}$/),
  certUrl: z.url({ protocol: /^https?$/ }).max(1_000),
});

/**
 * Whether PayPal can have sent it, by its headers: others are refused without verifying the signature, which costs a
 * call. @param apiUrl of PayPal or the stand-in
 */
export function hasWebhookForm(headers: WebhookHeaders, apiUrl: string | undefined): boolean {
  return formSchema.safeParse(headers).success && isPayPals(new URL(headers.certUrl), apiUrl);
}

function isPayPals({ protocol, hostname, origin }: URL, apiUrl: string | undefined): boolean {
  if (apiUrl !== undefined && origin === new URL(apiUrl).origin) return true;
  return protocol === 'https:' && (hostname === PAYPAL || hostname.endsWith(`.${PAYPAL}`));
}
