import { createPublicKey } from 'node:crypto';
import type { EventProducer } from '@palisade/contracts';
import { z } from 'zod';
import type { BusLogger, BusPublisher, EventBus } from '../contract/bus.ts';
import { type EventKeys, eventKeyFields, toEventKeys } from '../envelope/event-keys.ts';
import { createKafkaBus } from '../kafka/kafka-bus.ts';
import type { KafkaConnectionOptions } from '../kafka/options.ts';
import { createKafkaPublisher } from '../kafka/publisher.ts';
import { createRedisStreamsPublisher } from '../redis-streams/publisher.ts';
import { createRedisStreamsBus } from '../redis-streams/redis-streams-bus.ts';

/** Which bus it is and where. */
export type BusSettings = ({ kind: 'redis'; url: string } | ({ kind: 'kafka' } & KafkaConnectionOptions)) & {
  keys: EventKeys;
};

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

const kafkaFields = {
  /** host:port, separated by commas. */
  PALISADE_BUS_KAFKA_BROKERS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((broker) => broker.trim())
        .filter((broker) => broker !== ''),
    )
    .refine((brokers) => brokers.every((broker) => /^[^\s:]+:\d{1,5}$|^\[[^\s\]]+\]:\d{1,5}$/.test(broker)), {
      error: 'must be host:port, separated by commas',
    }),
  PALISADE_BUS_KAFKA_TLS: z.enum(['true', 'false']).default('false'),
  /** PEM texts; the system's authorities and no client certificate where absent. */
  PALISADE_BUS_KAFKA_TLS_CA: z.string().optional(),
  PALISADE_BUS_KAFKA_TLS_CERT: z.string().optional(),
  PALISADE_BUS_KAFKA_TLS_KEY: z.string().optional(),
  PALISADE_BUS_KAFKA_SASL_MECHANISM: z.enum(MECHANISMS).optional(),
  PALISADE_BUS_KAFKA_SASL_USERNAME: z.string().min(1).optional(),
  PALISADE_BUS_KAFKA_SASL_PASSWORD: z.string().min(1).optional(),
  PALISADE_BUS_KAFKA_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,64}$/, 'must have at most 64 letters, digits, dots, hyphens or underscores')
    .optional(),
  PALISADE_BUS_KAFKA_REPLICATION: z.coerce.number().int().min(1).max(32).optional(),
};
const schema = z.object({
  ...eventKeyFields,
  /** `redis`: Redis Streams at PALISADE_BUS_REDIS_URL. */
  PALISADE_BUS: z.enum(['redis', 'kafka']).default('redis'),
  ...kafkaFields,
});
const kafkaSchema = z.object(kafkaFields);

type Variables = z.infer<typeof schema>;
type KafkaVariables = z.infer<typeof kafkaSchema>;

/**
 * Reads which bus to use. The one place that knows the variables PALISADE_BUS, PALISADE_BUS_KAFKA_* and
 * PALISADE_EVENT_*; a service's
 * config passes its environment on.
 *
 * @throws Error that names every bad variable and shows no value
 */
export function readBusSettings(
  redisUrl: string,
  environment: Readonly<Record<string, unknown>>,
): BusSettings {
  const result = schema.safeParse(givenOf(environment));
  const faults = result.success
    ? faultsOf(result.data, redisUrl)
    : result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  if (!result.success || faults.length > 0)
    throw new Error(`The bus's configuration is wrong:\n${faults.join('\n')}`);
  const keys = toEventKeys(result.data);
  return result.data.PALISADE_BUS === 'redis'
    ? { kind: 'redis', url: redisUrl, keys }
    : { kind: 'kafka', ...kafkaConnection(result.data), keys };
}

/**
 * The same of Kafka alone, for those who keep it and publish nothing.
 * @throws Error that names every bad variable and shows no value
 */
export function readKafkaConnection(environment: Readonly<Record<string, unknown>>): KafkaConnectionOptions {
  const result = kafkaSchema.safeParse(givenOf(environment));
  const faults = result.success
    ? kafkaFaultsOf(result.data)
    : result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  if (!result.success || faults.length > 0)
    throw new Error(`Where Kafka is, is told wrong:\n${faults.join('\n')}`);
  return kafkaConnection(result.data);
}

/** A variable that is set to nothing is not set: compose files and manifests cannot always leave one out. */
const givenOf = (environment: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

function faultsOf(values: Variables, redisUrl: string): string[] {
  if (values.PALISADE_BUS === 'redis')
    return redisUrl === '' ? ['  PALISADE_BUS_REDIS_URL: is needed where PALISADE_BUS is redis'] : [];
  return kafkaFaultsOf(values);
}

function kafkaFaultsOf(values: KafkaVariables): string[] {
  const faults: string[] = [];
  if (values.PALISADE_BUS_KAFKA_BROKERS.length === 0)
    faults.push('  PALISADE_BUS_KAFKA_BROKERS: is needed where PALISADE_BUS is kafka');
  const sasl = [
    'PALISADE_BUS_KAFKA_SASL_MECHANISM',
    'PALISADE_BUS_KAFKA_SASL_USERNAME',
    'PALISADE_BUS_KAFKA_SASL_PASSWORD',
  ] as const;
  if (sasl.some((name) => values[name] !== undefined))
    for (const name of sasl)
      if (values[name] === undefined) faults.push(`  ${name}: is needed with the other SASL settings`);
  return faults;
}

function kafkaConnection(values: KafkaVariables): KafkaConnectionOptions {
  const {
    PALISADE_BUS_KAFKA_TLS_CA: ca,
    PALISADE_BUS_KAFKA_TLS_CERT: cert,
    PALISADE_BUS_KAFKA_TLS_KEY: key,
    PALISADE_BUS_KAFKA_SASL_MECHANISM: mechanism,
    PALISADE_BUS_KAFKA_SASL_USERNAME: username,
    PALISADE_BUS_KAFKA_SASL_PASSWORD: password,
    PALISADE_BUS_KAFKA_PREFIX: prefix,
    PALISADE_BUS_KAFKA_REPLICATION: replicationFactor,
  } = values;
  const ownPems = ca !== undefined || cert !== undefined || key !== undefined;
  return {
    brokers: values.PALISADE_BUS_KAFKA_BROKERS,
    ...(values.PALISADE_BUS_KAFKA_TLS === 'true' && { tls: ownPems ? { ca, cert, key } : true }),
    ...(mechanism && username && password && { sasl: { mechanism, username, password } }),
    ...(prefix !== undefined && { prefix }),
    ...(replicationFactor !== undefined && { replicationFactor }),
  };
}

interface Common {
  source: EventProducer;
  publishTimeoutMs?: number;
  logger?: BusLogger;
}

/**
 * The bus that the settings name.
 * @throws Error where nobody's events would be believed, or nobody would believe ours
 */
export function createBus(settings: BusSettings, common: Common): EventBus {
  assertOwnKey(settings.keys, common.source);
  switch (settings.kind) {
    case 'redis':
      return createRedisStreamsBus({ url: settings.url, keys: settings.keys, ...common });
    case 'kafka':
      return createKafkaBus({ ...settings, ...common });
  }
}

/** @throws Error where nobody's events would be believed, or nobody would believe ours */
export function assertOwnKey({ signing, known }: EventKeys, source: EventProducer): void {
  if (!known[source]?.some((key) => key.equals(createPublicKey(signing))))
    throw new Error(
      `PALISADE_EVENT_PUBLIC_KEYS does not hold the public half of ${source}'s PALISADE_EVENT_SIGNING_KEY`,
    );
}

/** Its publishing half, for programs that consume nothing. */
export function createBusPublisher(settings: BusSettings, common: Common): BusPublisher {
  switch (settings.kind) {
    case 'redis':
      return createRedisStreamsPublisher({ url: settings.url, keys: settings.keys, ...common });
    case 'kafka':
      return createKafkaPublisher({ ...settings, ...common });
  }
}
