import { kafkaLogin } from './kafka-users.ts';
import type { KeyPair } from './keys.ts';
import type { RedisUser } from './redis-users.ts';
import { comingKey, keyId, otherKeys } from './rotation.ts';
import { type EventProducer, type InstallationSecrets, SERVICES, type ServiceName } from './secrets.ts';

/** Where an installation's servers are, with the credentials that reach them. */
export interface Servers {
  /** The database's URL for a role. */
  database: (role: string, password: string) => string;
  redis: (user: RedisUser, use: RedisUse) => string;
  /** Whether Kafka has our users; otherwise everybody comes to it as other settings say. */
  hasKafkaUsers: boolean;
}

/** The number of Redis's database for each of its uses. */
const REDIS_DATABASES = { bus: 0, edge: 1, queues: 2 } as const;
export type RedisUse = keyof typeof REDIS_DATABASES;

/** @param url of a Redis; with `passwords` its users are ours, otherwise everybody comes as the URL says */
export function redisServer(
  url: string,
  passwords: Readonly<Record<RedisUser, string>> | null,
): Servers['redis'] {
  return (user, use) => {
    const own = new URL(`/${REDIS_DATABASES[use]}`, url);
    if (passwords !== null) {
      own.username = user;
      own.password = passwords[user];
    }
    return own.href;
  };
}

export type Settings = Record<string, string>;

/** By which a service comes in while its password changes; a member of the service's own role, and acts as that. */
export const bridgeRole = (service: string): string => `${service}_next`;

const listed = (current: string, others: readonly (string | undefined)[]): string =>
  [current, ...others.filter((other) => other !== undefined)].join(',');

/** Each one's public key, with those beside it while one replaces another. */
const publicKeysOf = (
  kind: 'internal' | 'events',
  keys: Readonly<Record<string, KeyPair>>,
  secrets: InstallationSecrets,
): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(keys).map(([name, { publicKey }]) => {
        const others = otherKeys(secrets, `${kind}:${name}`).map(({ value }) => (value as KeyPair).publicKey);
        return [name, listed(publicKey, others)];
      }),
    ),
  );

const certificatesOf = (secrets: InstallationSecrets): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(secrets.internalCertificates).map(([name, certificate]) => [
        name,
        listed(
          certificate,
          otherKeys(secrets, `internal:${name}`).map((other) => other.certificate),
        ),
      ]),
    ),
  );

/** A setting that is present only while there are keys besides the current one. */
const besides = (
  setting: string,
  secrets: InstallationSecrets,
  key: string,
  read: (value: never) => string,
) => {
  const others = otherKeys(secrets, key).map(({ value }) => read(value as never));
  return others.length === 0 ? {} : { [setting]: others.join(',') };
};
const publicHalf = ({ publicKey }: KeyPair): string => publicKey;
const privateHalf = ({ privateKey }: KeyPair): string => privateKey;

function sealingSettings(secrets: InstallationSecrets): Settings {
  const others = otherKeys(secrets, 'key-encryption').map(({ id, value }) => [id!, value]);
  const id = keyId(secrets, 'key-encryption');
  return {
    PALISADE_KEK_KEYS: JSON.stringify({ [id]: secrets.keyEncryptionKey, ...Object.fromEntries(others) }),
    PALISADE_KEK_CURRENT: id,
  };
}

/** Through the other door while the password of its own changes, see `palisade rotate-keys`. */
function databaseUrl(name: ServiceName, secrets: InstallationSecrets, servers: Servers): string {
  const coming = comingKey(secrets, `database:${name}`);
  return coming === undefined
    ? servers.database(name, secrets.databasePasswords[name])
    : servers.database(bridgeRole(name), coming.value as string);
}

/** A producer's signing key for events, the public keys of all producers, and its Kafka sign-in. */
function eventSettings(
  producer: EventProducer,
  secrets: InstallationSecrets,
  { hasKafkaUsers }: Servers,
): Settings {
  const { eventKeys, eventsUnsignedUntil, kafkaPasswords } = secrets;
  return {
    ...(hasKafkaUsers && kafkaLogin(producer, kafkaPasswords[producer])),
    PALISADE_EVENT_SIGNING_KEY: eventKeys[producer].privateKey,
    PALISADE_EVENT_PUBLIC_KEYS: publicKeysOf('events', eventKeys, secrets),
    ...(Date.parse(eventsUnsignedUntil) > Date.now() && {
      PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL: eventsUnsignedUntil,
    }),
  };
}

/** The settings of a service that hold secrets; all others may be read by anybody. */
export function secretSettings(name: ServiceName, secrets: InstallationSecrets, servers: Servers): Settings {
  const identity = {
    PALISADE_INTERNAL_CERTIFICATES: certificatesOf(secrets),
    PALISADE_INTERNAL_PRIVATE_KEY: secrets.internalKeys[name].privateKey,
    PALISADE_INTERNAL_PUBLIC_KEYS: publicKeysOf('internal', secrets.internalKeys, secrets),
  };
  const edgeRedis = { PALISADE_EDGE_REDIS_URL: servers.redis(name, 'edge') };
  if (name === 'gateway') return { ...identity, ...edgeRedis };
  const stateful = {
    ...identity,
    PALISADE_DATABASE_URL: databaseUrl(name, secrets, servers),
    PALISADE_BUS_REDIS_URL: servers.redis(name, 'bus'),
    ...eventSettings(name, secrets, servers),
  };
  const queues = { PALISADE_QUEUE_REDIS_URL: servers.redis(name, 'queues') };
  const sealing = sealingSettings(secrets);
  const auditKeys = secrets.rotations?.auditKeys;
  switch (name) {
    case 'auth':
      return {
        ...stateful,
        ...sealing,
        PALISADE_AUTH_TOKEN_KEY: secrets.sessionTokenKeys.privateKey,
        ...besides('PALISADE_AUTH_TOKEN_PREVIOUS_KEYS', secrets, 'session-tokens', publicHalf),
        ...(auditKeys && { PALISADE_AUTH_AUDIT_KEYS: JSON.stringify(auditKeys) }),
        // An older installation keeps what its operator has set elsewhere.
        ...(secrets.adminMfa === 'required' && { PALISADE_AUTH_ADMIN_MFA: 'required' }),
      };
    case 'billing':
      return { ...stateful, ...queues };
    case 'domains':
      return {
        ...stateful,
        ...queues,
        ...edgeRedis,
        ...sealing,
        PALISADE_CONFIG_SIGNING_KEY: secrets.configSigningKeys.privateKey,
        PALISADE_CONFIG_SIGNING_KEY_ID: keyId(secrets, 'config-signing'),
        PALISADE_EDGE_SEAL_PUBLIC_KEY: secrets.edgeSealingKeys.publicKey,
      };
    case 'logs':
      return { ...stateful, ...edgeRedis, ...sealing };
    case 'mailer':
      return {
        ...stateful,
        ...queues,
        ...sealing,
        PALISADE_LINK_KEY: secrets.linkSigningKey,
        ...besides('PALISADE_LINK_PREVIOUS_KEYS', secrets, 'mail-links', String),
      };
  }
}

/** The same for a node of the edge. */
export function edgeSecretSettings(secrets: InstallationSecrets, servers: Servers): Settings {
  const otherSigners = otherKeys(secrets, 'config-signing').map(({ id, value }) => [
    id!,
    publicHalf(value as KeyPair),
  ]);
  return {
    ...eventSettings('edge', secrets, servers),
    PALISADE_BUS_REDIS_URL: servers.redis('edge', 'bus'),
    PALISADE_EDGE_REDIS_URL: servers.redis('edge', 'edge'),
    PALISADE_EDGE_CONFIG_KEYS: JSON.stringify({
      [keyId(secrets, 'config-signing')]: secrets.configSigningKeys.publicKey,
      ...Object.fromEntries(otherSigners),
    }),
    PALISADE_EDGE_SEAL_KEY: secrets.edgeSealingKeys.privateKey,
    ...besides('PALISADE_EDGE_SEAL_PREVIOUS_KEYS', secrets, 'edge-sealing', privateHalf),
  };
}

/** Secrets of each process that others must not have. */
export const processSettings = (
  secrets: InstallationSecrets,
  servers: Servers,
): Record<string, Settings> => ({
  ...Object.fromEntries(SERVICES.map((name) => [name, secretSettings(name, secrets, servers)])),
  edge: edgeSecretSettings(secrets, servers),
});
