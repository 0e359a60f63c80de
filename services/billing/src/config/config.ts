import {
  commonFields,
  companyFields,
  hostAndPort,
  integer,
  loadConfig,
  port,
  statefulFields,
  url,
} from '@palisade/nest-kit';
import { z } from 'zod';

const schema = z
  .object({
    ...commonFields,
    ...statefulFields,
    ...companyFields,
    PALISADE_BILLING_HTTP_PORT: port(),
    PALISADE_BILLING_GRPC_PORT: port(),
    PALISADE_AUTH_GRPC: hostAndPort(),
    PALISADE_DOMAINS_GRPC: hostAndPort(),
    PALISADE_MAILER_GRPC: hostAndPort(),
    PALISADE_QUEUE_REDIS_URL: url('redis', 'rediss'),
    /** ISO 4217; a currency with two decimals. */
    PALISADE_CURRENCY: z.enum(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF']).default('USD'),
    /** REST API of PayPal, or of the local stand-in. Absent: payments are not offered. */
    PALISADE_PAYPAL_API_URL: url('http', 'https').optional(),
    /** Browser script of PayPal, or of the stand-in, without query. */
    PALISADE_PAYPAL_SCRIPT_URL: url('http', 'https').default('https://www.paypal.com/sdk/js'),
    PALISADE_PAYPAL_CLIENT_ID: z.string().min(1).optional(),
    PALISADE_PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
    PALISADE_PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
    /** `subscription`: PayPal charges each further period automatically. `manual`: a period ends, after a reminder. */
    PALISADE_PAYPAL_RENEWAL: z.enum(['manual', 'subscription']).default('manual'),
    /** Timeout of a call to PayPal, ms. */
    PALISADE_PAYPAL_TIMEOUT_MS: integer(500, 60_000).default(15_000),
    /**
     * Issuer of invoices: name, then address lines, separated by "
     * "; absent: the company.
     */
    PALISADE_INVOICE_ISSUER: z.string().min(1).max(500).optional(),
  })
  .superRefine((config, context) => {
    const credentials = [
      'PALISADE_PAYPAL_CLIENT_ID',
      'PALISADE_PAYPAL_CLIENT_SECRET',
      'PALISADE_PAYPAL_WEBHOOK_ID',
    ] as const;
    if (config.PALISADE_PAYPAL_API_URL === undefined) return;
    for (const name of credentials) {
      if (config[name] === undefined) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is needed where PALISADE_PAYPAL_API_URL is set',
        });
      }
    }
    const isPlain = config.PALISADE_PAYPAL_API_URL.startsWith('http:');
    if (config.PALISADE_PROFILE === 'production' && isPlain) {
      context.addIssue({
        code: 'custom',
        path: ['PALISADE_PAYPAL_API_URL'],
        message: 'must be https: a stand-in has no place in production',
      });
    }
  });

export type BillingConfig = Readonly<z.infer<typeof schema>>;

/** Injection token of the configuration. */
export const CONFIG = Symbol('billing config');

/** The only reader of process.env. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): BillingConfig {
  return loadConfig(schema, environment);
}
