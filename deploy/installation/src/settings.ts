import type { RedisUser } from './redis-users.ts';
import {
  EVENT_PRODUCERS,
  type EventProducer,
  type InstallationSecrets,
  SERVICES,
  type ServiceName,
} from './secrets.ts';

/** Where an installation's servers are, with the credentials that reach them. */
export interface Servers {
  /** A role's own database URL. */
  database: (role: ServiceName, password: string) => string;
  redis: (user: RedisUser, use: RedisUse) => string;
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

/** Names of the keys that sign configurations and seal secrets now; rotating one adds another name. */
const SIGNING_KEY_ID = 'c1';
const SEALING_KEY_ID = 'k1';

/** What a producer signs its events with, and by what everybody knows them. */
function eventSettings(
  producer: EventProducer,
  { eventKeys, eventsUnsignedUntil }: InstallationSecrets,
): Settings {
  return {
    PALISADE_EVENT_SIGNING_KEY: eventKeys[producer].privateKey,
    PALISADE_EVENT_PUBLIC_KEYS: JSON.stringify(
      Object.fromEntries(EVENT_PRODUCERS.map((name) => [name, eventKeys[name].publicKey])),
    ),
    ...(Date.parse(eventsUnsignedUntil) > Date.now() && {
      PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL: eventsUnsignedUntil,
    }),
  };
}

/** The settings of a service that hold secrets; all others may be read by anybody. */
export function secretSettings(name: ServiceName, secrets: InstallationSecrets, servers: Servers): Settings {
  const identity = {
    PALISADE_INTERNAL_CERTIFICATES: JSON.stringify(secrets.internalCertificates),
    PALISADE_INTERNAL_PRIVATE_KEY: secrets.internalKeys[name].privateKey,
    PALISADE_INTERNAL_PUBLIC_KEYS: JSON.stringify(
      Object.fromEntries(SERVICES.map((service) => [service, secrets.internalKeys[service].publicKey])),
    ),
  };
  const edgeRedis = { PALISADE_EDGE_REDIS_URL: servers.redis(name, 'edge') };
  if (name === 'gateway') return { ...identity, ...edgeRedis };
  const stateful = {
    ...identity,
    PALISADE_DATABASE_URL: servers.database(name, secrets.databasePasswords[name]),
    PALISADE_BUS_REDIS_URL: servers.redis(name, 'bus'),
    ...eventSettings(name, secrets),
  };
  const queues = { PALISADE_QUEUE_REDIS_URL: servers.redis(name, 'queues') };
  const sealing = {
    PALISADE_KEK_KEYS: JSON.stringify({ [SEALING_KEY_ID]: secrets.keyEncryptionKey }),
    PALISADE_KEK_CURRENT: SEALING_KEY_ID,
  };
  switch (name) {
    case 'auth':
      return {
        ...stateful,
        ...sealing,
        PALISADE_AUTH_TOKEN_KEY: secrets.sessionTokenKeys.privateKey,
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
        PALISADE_CONFIG_SIGNING_KEY_ID: SIGNING_KEY_ID,
        PALISADE_EDGE_SEAL_PUBLIC_KEY: secrets.edgeSealingKeys.publicKey,
      };
    case 'logs':
      return { ...stateful, ...edgeRedis };
    case 'mailer':
      return { ...stateful, ...queues, ...sealing, PALISADE_LINK_KEY: secrets.linkSigningKey };
  }
}

/** The same for a node of the edge. */
export function edgeSecretSettings(secrets: InstallationSecrets, servers: Servers): Settings {
  return {
    ...eventSettings('edge', secrets),
    PALISADE_BUS_REDIS_URL: servers.redis('edge', 'bus'),
    PALISADE_EDGE_REDIS_URL: servers.redis('edge', 'edge'),
    PALISADE_EDGE_CONFIG_KEYS: JSON.stringify({ [SIGNING_KEY_ID]: secrets.configSigningKeys.publicKey }),
    PALISADE_EDGE_SEAL_KEY: secrets.edgeSealingKeys.privateKey,
  };
}
