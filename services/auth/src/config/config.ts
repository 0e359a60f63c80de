import { eventKeyFields } from '@palisade/messaging';
import {
  commaList,
  commonFields,
  hostAndPort,
  integer,
  keyField,
  loadConfig,
  port,
  statefulFields,
  stringMap,
  url,
} from '@palisade/nest-kit';
import { z } from 'zod';

const schema = z.object({
  ...commonFields,
  ...statefulFields,
  PALISADE_AUTH_HTTP_PORT: port(),
  PALISADE_AUTH_GRPC_PORT: port(),
  /** host:port of the other services' gRPC. */
  PALISADE_BILLING_GRPC: hostAndPort(),
  PALISADE_DOMAINS_GRPC: hostAndPort(),
  /** Signs session tokens. */
  PALISADE_AUTH_TOKEN_KEY: keyField('private', 'Ed25519'),
  /** Keys that signed before, still accepted: as above, or their public halves (SPKI DER in base64). */
  PALISADE_AUTH_TOKEN_PREVIOUS_KEYS: commaList(),
  /** Lifetime of an access token, in seconds; browsers renew theirs in time. */
  PALISADE_AUTH_ACCESS_TOKEN_SECONDS: integer(2, 86_400).default(900),
  /** Key-encryption keys: id → 32 bytes in base64, as JSON. */
  PALISADE_KEK_KEYS: stringMap(),
  PALISADE_KEK_CURRENT: z.string().min(1),
  /** Seal keys of retired key-encryption keys, to verify older seals of the audit log: id → key in base64, as JSON. */
  PALISADE_AUTH_AUDIT_KEYS: stringMap().default({}),
  /** Public URL of the product, used in links in mails. */
  PALISADE_PUBLIC_URL: url('http', 'https').transform((address) => address.replace(/\/+$/, '')),
  /** `required`: administrators without a second factor are ordinary users until they have set one up. */
  PALISADE_AUTH_ADMIN_MFA: z.enum(['optional', 'required']).default('optional'),
  /** How many passwords are hashed concurrently, and how many may wait. Beyond that the answer is 503. */
  PALISADE_AUTH_HASH_CONCURRENCY: integer(1, 64).default(2),
  PALISADE_AUTH_HASH_QUEUE: integer(0, 10_000).default(64),
});

/** Keys that can be replaced while the service runs. */
export const tokenKeyFields = schema.pick({
  PALISADE_AUTH_TOKEN_KEY: true,
  PALISADE_AUTH_TOKEN_PREVIOUS_KEYS: true,
});
export const sealingKeyFields = schema.pick({
  PALISADE_KEK_KEYS: true,
  PALISADE_KEK_CURRENT: true,
  PALISADE_AUTH_AUDIT_KEYS: true,
});

/** Settings of the command that creates accounts. */
export const accountToolFields = z.object({
  PALISADE_DATABASE_URL: statefulFields.PALISADE_DATABASE_URL,
  PALISADE_DATABASE_POOL: statefulFields.PALISADE_DATABASE_POOL,
  PALISADE_EVENT_SIGNING_KEY: eventKeyFields.PALISADE_EVENT_SIGNING_KEY,
  PALISADE_USER_EMAIL: z.string().optional(),
  PALISADE_USER_NAME: z.string().optional(),
  PALISADE_USER_FULL_NAME: z.string().optional(),
  PALISADE_USER_PASSWORD: z.string().optional(),
});

/** Settings of the command that creates administrators. */
export const adminToolFields = z.object({
  PALISADE_DATABASE_URL: statefulFields.PALISADE_DATABASE_URL,
  PALISADE_DATABASE_POOL: statefulFields.PALISADE_DATABASE_POOL,
  PALISADE_EVENT_SIGNING_KEY: eventKeyFields.PALISADE_EVENT_SIGNING_KEY,
  PALISADE_PUBLIC_URL: schema.shape.PALISADE_PUBLIC_URL,
});

/** Settings of the command that verifies the audit log. */
export const auditToolFields = z.object({
  PALISADE_DATABASE_URL: statefulFields.PALISADE_DATABASE_URL,
  PALISADE_DATABASE_POOL: statefulFields.PALISADE_DATABASE_POOL,
  ...sealingKeyFields.shape,
});

export type AuthConfig = Readonly<z.infer<typeof schema>>;
export const AUTH_CONFIG = Symbol('auth config');

export const readConfig = (environment?: NodeJS.ProcessEnv): AuthConfig => loadConfig(schema, environment);
