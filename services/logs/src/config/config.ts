import {
  commonFields,
  flag,
  hostAndPort,
  integer,
  loadConfig,
  networkList,
  port,
  statefulFields,
  stringMap,
  url,
} from '@palisade/nest-kit';
import { z } from 'zod';

/** Names that are put into statements unquoted. */
const CLICKHOUSE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const clickhouseName = () =>
  z
    .string()
    .refine((name) => name === '' || CLICKHOUSE_NAME.test(name), 'must be a name of letters, digits and _')
    .default('');

/** Where request logs are stored. */
const logStoreFields = {
  /**
   * A ClickHouse server and database, `http://USER:PASSWORD@HOST:8123/DATABASE`, that keeps request logs and their facets.
   * Empty: the service's own database does.
   */
  PALISADE_LOGS_CLICKHOUSE_URL: url('http', 'https').or(z.literal('')).default(''),
  /**
   * ClickHouse cluster whose tables are replicated and sharded by site. Empty: a single server. Has to be chosen before
   * the first record.
   */
  PALISADE_LOGS_CLICKHOUSE_CLUSTER: clickhouseName(),
  /** The storage policy of the tables, as the server's configuration names it. Empty: its usual one. */
  PALISADE_LOGS_CLICKHOUSE_STORAGE_POLICY: clickhouseName(),
} as const;

const schema = z.object({
  ...commonFields,
  ...statefulFields,
  ...logStoreFields,
  PALISADE_LOGS_HTTP_PORT: port(),
  PALISADE_LOGS_GRPC_PORT: port(),
  /** Redis through which edges learn which records are stored. */
  PALISADE_EDGE_REDIS_URL: url('redis', 'rediss'),
  /** host:port of the domains service's gRPC, and of others that are asked for the export of an account's data. */
  PALISADE_DOMAINS_GRPC: hostAndPort(),
  PALISADE_AUTH_GRPC: hostAndPort(),
  PALISADE_BILLING_GRPC: hostAndPort(),
  PALISADE_MAILER_GRPC: hostAndPort(),
  /** Delay until totals follow a change, while few sites have traffic and while many have, ms. */
  PALISADE_LOGS_TOTALS_QUIET_MS: integer(100, 60_000).default(3_000),
  PALISADE_LOGS_TOTALS_BUSY_MS: integer(100, 600_000).default(60_000),
  /** Interval at which traffic is checked for attacks and for origins that do not respond, ms. */
  PALISADE_LOGS_ALERT_INTERVAL_MS: integer(100, 600_000).default(60_000),
  /** Requests of one site blocked within five minutes that are worth an alert; at least, and unusual for the site. */
  PALISADE_LOGS_ATTACK_REQUESTS: integer(1, 1_000_000).default(100),
  /** Whether the home page shows how much was blocked over all sites. */
  PALISADE_LOGS_PUBLIC_FIGURES: flag(true),
  /** The protected site that visitors of the home page may attack, and the edge that serves it. The demo needs both. */
  PALISADE_LOGS_DEMO_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'must be a host name in small letters')
    .max(253)
    .optional(),
  PALISADE_LOGS_DEMO_EDGE: url('http', 'https').optional(),
  PALISADE_KEK_KEYS: stringMap(),
  PALISADE_KEK_CURRENT: z.string().min(1),
  /** Interval at which log streams check for records to send, ms. */
  PALISADE_LOGS_STREAM_INTERVAL_MS: integer(50, 60_000).default(500),
  /** Milliseconds before the first repeat of a batch that was not acknowledged; further ones wait longer and longer. */
  PALISADE_LOGS_STREAMS_RETRY_DELAY_MS: integer(10, 3_600_000).default(1_000),
  /** Age at which records are written to object storage, in seconds: few large objects instead of many small ones. */
  PALISADE_LOGS_STREAMS_OBJECT_SECONDS: integer(0, 3_600).default(60),
  /**
   * Private networks in CIDR notation that log streams may reach, such as that of an internal syslog server. Every
   * owner can then send requests to whatever listens there.
   */
  PALISADE_LOGS_STREAMS_PRIVATE_NETWORKS: networkList(),
  /** Maximum size of all stored exports in the database, MiB. */
  PALISADE_LOGS_EXPORTS_MB: integer(1, 10_000_000).default(10_240),
});

/** Keys that can be replaced while the service runs. */
export const sealingKeyFields = schema.pick({ PALISADE_KEK_KEYS: true, PALISADE_KEK_CURRENT: true });

/** Settings of the command that re-encrypts secrets. */
export const resealToolFields = schema.pick({
  PALISADE_DATABASE_URL: true,
  PALISADE_KEK_KEYS: true,
  PALISADE_KEK_CURRENT: true,
});

/** Settings of commands that work on request logs. */
export const logToolFields = z.object({
  PALISADE_DATABASE_URL: statefulFields.PALISADE_DATABASE_URL,
  PALISADE_DATABASE_POOL: statefulFields.PALISADE_DATABASE_POOL,
  ...logStoreFields,
});

export type LogsConfig = Readonly<z.infer<typeof schema>>;
export const LOGS_CONFIG = Symbol('logs config');

export const readConfig = (environment?: NodeJS.ProcessEnv): LogsConfig => loadConfig(schema, environment);
