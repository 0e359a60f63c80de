import { commonFields, flag, integer, loadConfig, port, statefulFields, url } from '@palisade/nest-kit';
import { z } from 'zod';

const schema = z.object({
  ...commonFields,
  ...statefulFields,
  PALISADE_LOGS_HTTP_PORT: port(),
  /** Where the edge's shipper reads which records are stored. */
  PALISADE_EDGE_REDIS_URL: url('redis', 'rediss'),
  /** host:port of the domains service's gRPC. */
  PALISADE_DOMAINS_GRPC: z.string().min(3),
  /** How soon totals follow a change while few sites have traffic, and while many have. Milliseconds. */
  PALISADE_LOGS_TOTALS_QUIET_MS: integer(100, 60_000).default(3_000),
  PALISADE_LOGS_TOTALS_BUSY_MS: integer(100, 600_000).default(60_000),
  /** How often traffic is looked at for attacks and origins that do not answer. Milliseconds. */
  PALISADE_LOGS_ALERTS_MS: integer(100, 600_000).default(60_000),
  /** Requests of one site blocked within five minutes that are worth an alert; at least, and unusual for the site. */
  PALISADE_LOGS_ATTACK_REQUESTS: integer(1, 1_000_000).default(100),
  /** Whether the home page may tell how much was blocked for all sites together. */
  PALISADE_LOGS_PUBLIC_FIGURES: flag(true),
  /** The protected site that visitors of the home page may attack, and the edge that serves it. Without both there is none. */
  PALISADE_LOGS_DEMO_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'must be a host name in small letters')
    .max(253)
    .optional(),
  PALISADE_LOGS_DEMO_EDGE: url('http', 'https').optional(),
});

/** What the command that imports is told. */
export const importToolFields = z.object({
  PALISADE_DATABASE_URL: statefulFields.PALISADE_DATABASE_URL,
  PALISADE_DATABASE_POOL: statefulFields.PALISADE_DATABASE_POOL,
});

export type LogsConfig = Readonly<z.infer<typeof schema>>;
export const LOGS_CONFIG = Symbol('logs config');

export const readConfig = (environment?: NodeJS.ProcessEnv): LogsConfig => loadConfig(schema, environment);
