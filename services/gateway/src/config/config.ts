import {
  commaList,
  commonFields,
  companyFields,
  hostAndPort,
  integer,
  loadConfig,
  port,
  url,
} from '@palisade/nest-kit';
import { z } from 'zod';
import { UPSTREAMS } from '../routes/route-table.ts';

const upstreamsSchema = z.object(
  Object.fromEntries(UPSTREAMS.map((name) => [name, url('http', 'https')])) as Record<
    (typeof UPSTREAMS)[number],
    ReturnType<typeof url>
  >,
);

const schema = z.object({
  ...commonFields,
  ...companyFields,
  PALISADE_GATEWAY_PORT: port(),
  /** Address of each service, as JSON: `{"auth": "http://127.0.0.1:4001", …}`. */
  PALISADE_GATEWAY_UPSTREAMS: z.string().transform((text, context): z.infer<typeof upstreamsSchema> => {
    try {
      return upstreamsSchema.parse(JSON.parse(text));
    } catch {
      context.addIssue({
        code: 'custom',
        message: `must be a JSON object with URLs of ${UPSTREAMS.join(', ')}`,
      });
      return z.NEVER;
    }
  }),
  /** host:port of the auth service's gRPC. */
  PALISADE_AUTH_GRPC: hostAndPort(),
  /** The built single-page application. */
  PALISADE_SPA_DIR: z.string().min(1),
  /** Folder of the built documentation site; absent: /docs is not served. */
  PALISADE_DOCS_DIR: z.string().min(1).optional(),
  /** Public URL of the product. If it is https, browsers are told to use https only. */
  PALISADE_PUBLIC_URL: url('http', 'https'),
  /**
   * Redis through which gateways share rate limits. Without it, or while it is away, each gateway counts for itself.
   */
  PALISADE_EDGE_REDIS_URL: url('redis', 'rediss').optional(),
  /** Proxies in front whose X-Forwarded-For is believed: addresses and CIDR. */
  PALISADE_TRUSTED_PROXIES: commaList(),
  /** Maximum number of trusted proxies in a chain; 0: every named one. For networks that contain clients as well. */
  PALISADE_TRUSTED_HOPS: integer(0, 16).default(0),
  /** Proxies in front that write `traceparent` on every request themselves: addresses and CIDR. Their word on sampling counts. */
  PALISADE_TRACING_PROXIES: commaList(),
  /** Origins of the payment provider's browser script, for the content security policy. */
  PALISADE_PAYMENT_ORIGINS: commaList(
    'https://www.paypal.com,https://www.sandbox.paypal.com,https://www.paypalobjects.com',
  ),
  /** How long the gateway keeps serving after it was asked to stop, ms. */
  PALISADE_GATEWAY_DRAIN_MS: integer(0, 60_000).default(1_000),
  /**
   * Rate limits per network and minute: for all calls, and for calls that allow guessing or send mail. See
   * `AdmissionService`.
   */
  PALISADE_GATEWAY_RATE_LIMIT: integer(1, 1_000_000).default(600),
  PALISADE_GATEWAY_STRICT_RATE_LIMIT: integer(1, 1_000_000).default(30),
  /** Attacks on the demo's site that a network may have sent in a minute. */
  PALISADE_GATEWAY_DEMO_RATE_LIMIT: integer(1, 1_000_000).default(10),
});

export type GatewayConfig = Readonly<z.infer<typeof schema>>;
export const GATEWAY_CONFIG = Symbol('gateway config');

export const readConfig = (environment?: NodeJS.ProcessEnv): GatewayConfig => loadConfig(schema, environment);
