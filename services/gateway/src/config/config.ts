import { commaList, commonFields, companyFields, integer, loadConfig, port, url } from '@palisade/nest-kit';
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
  /** Where each service listens, as JSON: `{"auth": "http://127.0.0.1:4001", …}`. */
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
  PALISADE_AUTH_GRPC: z.string().min(3),
  /** The built single-page application. */
  PALISADE_SPA_DIR: z.string().min(1),
  /** The built documentation site; without it there is none at /docs. */
  PALISADE_DOCS_DIR: z.string().min(1).optional(),
  /** Where people reach the product. Over https the gateway insists on it. */
  PALISADE_PUBLIC_URL: url('http', 'https'),
  /** Limits are shared by all gateways through it; without it, or while it is away, each counts for itself. */
  PALISADE_EDGE_REDIS_URL: url('redis', 'rediss').optional(),
  /** Proxies in front whose X-Forwarded-For is believed: addresses and CIDR. */
  PALISADE_TRUSTED_PROXIES: commaList(),
  /** So many of them one behind another, and no more; 0: all that are named. For networks that clients are in as well. */
  PALISADE_TRUSTED_HOPS: integer(0, 16).default(0),
  /** Proxies in front that write `traceparent` on every request themselves: addresses and CIDR. Their word on sampling counts. */
  PALISADE_TRACING_PROXIES: commaList(),
  /** Origins of the payment provider's browser script, for the content security policy. */
  PALISADE_PAYMENT_ORIGINS: commaList(
    'https://www.paypal.com,https://www.sandbox.paypal.com,https://www.paypalobjects.com',
  ),
  /** How long it goes on serving after it was told to stop. Milliseconds. */
  PALISADE_GATEWAY_DRAIN_MS: integer(0, 60_000).default(1_000),
  /** Calls per network and minute: all, and those that let guess or send mail. See `AdmissionService`. */
  PALISADE_GATEWAY_RATE_LIMIT: integer(1, 1_000_000).default(600),
  PALISADE_GATEWAY_STRICT_RATE_LIMIT: integer(1, 1_000_000).default(30),
  /** Attacks on the demo's site that a network may have sent in a minute. */
  PALISADE_GATEWAY_DEMO_RATE_LIMIT: integer(1, 1_000_000).default(10),
});

export type GatewayConfig = Readonly<z.infer<typeof schema>>;
export const GATEWAY_CONFIG = Symbol('gateway config');

export const readConfig = (environment?: NodeJS.ProcessEnv): GatewayConfig => loadConfig(schema, environment);
