import { createPrivateKey, createPublicKey } from 'node:crypto';
import { tracingFields } from '@palisade/tracing';
import { z } from 'zod';
import { isNetwork } from '../outbound/allowed-addresses.ts';

/** Building blocks of config schemas. Environment variables are text; these turn them into what they mean. */
export const port = () => z.coerce.number().int().min(1).max(65_535);
export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
export const url = (...protocols: string[]) =>
  z.string().refine(
    (value) => {
      const parsed = URL.canParse(value) ? new URL(value) : null;
      return parsed !== null && protocols.includes(parsed.protocol.replace(':', ''));
    },
    `must be a URL that begins with ${protocols.join(':// or ')}://`,
  );
/** Where a service listens: a name or an address (IPv6 in brackets), and a port. */
export const hostAndPort = () =>
  z
    .string()
    .regex(/^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\]):\d{1,5}$/i, 'must be host:port, such as auth:5000');
const KEY_FORMS = {
  private: { named: 'PKCS #8', type: 'pkcs8', read: createPrivateKey },
  public: { named: 'SPKI', type: 'spki', read: createPublicKey },
} as const;

/** A key as DER in base64: PKCS #8 of a private one, SPKI of a public one. */
export const keyField = (half: keyof typeof KEY_FORMS, curve: 'Ed25519' | 'X25519') => {
  const { named, type, read } = KEY_FORMS[half];
  return z.string().refine((value) => {
    try {
      const key = read({ key: Buffer.from(value, 'base64'), format: 'der', type } as never);
      return key.asymmetricKeyType === curve.toLowerCase();
    } catch {
      return false;
    }
  }, `must be the ${half} half of a key for ${curve}: ${named} DER in base64`);
};
export const flag = (defaultValue: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(defaultValue ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1');
/** What stands between separators, without blanks around it; empty parts are none. */
export const partsOf = (value: string, separator: string): string[] =>
  value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
export const commaList = (defaultValue = '') =>
  z
    .string()
    .default(defaultValue)
    .transform((value) => partsOf(value, ','));

/** Networks in CIDR notation, separated by commas. */
export const networkList = () =>
  commaList().refine(
    (networks) => networks.every(isNetwork),
    'must be networks such as 192.0.2.0/24, comma-separated',
  );

const jsonRecord = z.record(z.string(), z.string().min(1));

/** `{"name": "value"}` as JSON text. */
export const stringMap = () =>
  z.string().transform((value, context): Record<string, string> => {
    try {
      return jsonRecord.parse(JSON.parse(value));
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object of texts' });
      return z.NEVER;
    }
  });

/** Settings of every control plane service. */
export const commonFields = {
  PALISADE_PROFILE: z.enum(['standalone', 'production', 'test']).default('production'),
  PALISADE_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Address that the service's own listeners bind to. */
  PALISADE_BIND: z.string().default('127.0.0.1'),
  /** This service's key for internal tokens. */
  PALISADE_INTERNAL_PRIVATE_KEY: keyField('private', 'Ed25519'),
  /** Issuer → Ed25519 public key (SPKI DER, base64), as JSON. */
  PALISADE_INTERNAL_PUBLIC_KEYS: stringMap(),
  /** Service → its certificate for calls by gRPC (DER, base64), as JSON. */
  PALISADE_INTERNAL_CERTIFICATES: stringMap(),
  /** A file, or a folder with a file per setting, where keys and certificates change while the service runs. */
  PALISADE_KEYS_FILE: z.string().optional(),
  ...tracingFields,
} as const;

/** Which bus, and how Kafka is reached. What they must look like `readBusSettings` of @palisade/messaging knows. */
const busFields = {
  PALISADE_BUS: z.string().optional(),
  PALISADE_BUS_KAFKA_BROKERS: z.string().optional(),
  PALISADE_BUS_KAFKA_TLS: z.string().optional(),
  PALISADE_BUS_KAFKA_TLS_CA: z.string().optional(),
  PALISADE_BUS_KAFKA_TLS_CERT: z.string().optional(),
  PALISADE_BUS_KAFKA_TLS_KEY: z.string().optional(),
  PALISADE_BUS_KAFKA_SASL_MECHANISM: z.string().optional(),
  PALISADE_BUS_KAFKA_SASL_USERNAME: z.string().optional(),
  PALISADE_BUS_KAFKA_SASL_PASSWORD: z.string().optional(),
  PALISADE_BUS_KAFKA_PREFIX: z.string().optional(),
  PALISADE_BUS_KAFKA_REPLICATION: z.string().optional(),
  PALISADE_EVENT_SIGNING_KEY: z.string().optional(),
  PALISADE_EVENT_PUBLIC_KEYS: z.string().optional(),
  PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL: z.string().optional(),
} as const;

/** Further settings of a service with a database, a bus and secrets. */
export const statefulFields = {
  PALISADE_DATABASE_URL: url('postgres', 'postgresql'),
  PALISADE_DATABASE_POOL: integer(1, 100).default(8),
  /** Needed unless PALISADE_BUS is kafka. */
  PALISADE_BUS_REDIS_URL: url('redis', 'rediss').or(z.literal('')).default(''),
  ...busFields,
} as const;
