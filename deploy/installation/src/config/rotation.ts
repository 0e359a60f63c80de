import { DAY_MS, MINUTE_MS } from '@palisade/basics';
import { selfSignedCertificate } from './certificates.ts';
import {
  type KeyPair,
  type KeyValue,
  newPassword,
  newSealingKeys,
  newSecretKey,
  newSigningKeys,
  type OtherKey,
} from './keys.ts';
import { REDIS_USERS, type RedisUser } from './redis-users.ts';
import { EVENT_PRODUCERS, type InstallationSecrets, SERVICES, type ServiceName } from './secrets.ts';

interface Key {
  what: string;
  /** Path of the key in the secrets. */
  place: readonly [keyof InstallationSecrets] | readonly [keyof InstallationSecrets, string];
  make: () => KeyValue;
  /** How long what an old one has made is still about; milliseconds. */
  heldMs: number;
  /** Id of the first key, where keys have ids. */
  firstId?: string;
}

/** Longer than a connection between services lives, and than an event is on its way while nothing is broken. */
const CALLS_MS = 10 * MINUTE_MS;
/** The longest session. */
const SESSIONS_MS = 30 * DAY_MS;
/** Beyond this age no event is believed. */
const EVENTS_MS = 25 * DAY_MS;
/** Mails are kept, and their links to unsubscribe with them. */
const LINKS_MS = 365 * DAY_MS;

const each = <Name extends string>(names: readonly Name[], of: (name: Name) => [string, Key]) =>
  Object.fromEntries(names.map(of));

/** Every key and password that an installation has made for itself, in the order in which they are rotated. */
export const KEYS: Readonly<Record<string, Key>> = {
  ...each(SERVICES, (name) => [
    `internal:${name}`,
    {
      what: `what ${name} signs its calls with, and its certificate`,
      place: ['internalKeys', name],
      make: newSigningKeys,
      heldMs: CALLS_MS,
    },
  ]),
  ...each(EVENT_PRODUCERS, (name) => [
    `events:${name}`,
    {
      what: `what ${name} signs its events with`,
      place: ['eventKeys', name],
      make: newSigningKeys,
      heldMs: EVENTS_MS,
    },
  ]),
  'session-tokens': {
    what: 'signs sessions',
    place: ['sessionTokenKeys'],
    make: newSigningKeys,
    heldMs: SESSIONS_MS,
  },
  'config-signing': {
    what: 'signs what edges serve',
    place: ['configSigningKeys'],
    make: newSigningKeys,
    heldMs: 0,
    firstId: 'c1',
  },
  'edge-sealing': {
    what: 'opens certificates’ keys at the edges',
    place: ['edgeSealingKeys'],
    make: newSealingKeys,
    heldMs: 0,
  },
  'key-encryption': {
    what: 'seals what the database keeps secret',
    place: ['keyEncryptionKey'],
    make: newSecretKey,
    // Services seal links of mails into the events by which they ask for them.
    heldMs: EVENTS_MS,
    firstId: 'k1',
  },
  'mail-links': {
    what: 'signs links in mails',
    place: ['linkSigningKey'],
    make: newSecretKey,
    heldMs: LINKS_MS,
  },
  ...each(SERVICES, (name) => [
    `database:${name}`,
    {
      what: `password of ${name} in PostgreSQL`,
      place: ['databasePasswords', name],
      make: newPassword,
      heldMs: 0,
    },
  ]),
  ...each(REDIS_USERS, (name) => [
    `redis:${name}`,
    { what: `password of ${name} in Redis`, place: ['redisPasswords', name], make: newPassword, heldMs: 0 },
  ]),
};

/** Maximum number of accepted keys beside the one in use. */
export const MAX_LEAVING = 2;

export const comingKey = ({ rotations }: InstallationSecrets, name: string): OtherKey | undefined =>
  rotations?.coming?.[name];
export const leavingKeys = ({ rotations }: InstallationSecrets, name: string): readonly OtherKey[] =>
  rotations?.leaving?.[name] ?? [];
/** All that are accepted beside the one in use. */
export const otherKeys = (secrets: InstallationSecrets, name: string): OtherKey[] => [
  ...[comingKey(secrets, name)].filter((key) => key !== undefined),
  ...leavingKeys(secrets, name),
];

/** The id of the key in use. */
export const keyId = ({ rotations }: InstallationSecrets, name: string): string =>
  rotations?.ids?.[name] ?? KEYS[name]!.firstId!;

/** For ids of a letter and a number. */
const nextId = (id: string): string => `${id.slice(0, 1)}${Number(id.slice(1)) + 1}`;

export function currentKey(secrets: InstallationSecrets, name: string): KeyValue {
  const [group, part] = KEYS[name]!.place;
  const held = secrets[group] as unknown;
  return (part === undefined ? held : (held as Record<string, KeyValue>)[part]) as KeyValue;
}

/** A new key beside the one in use. */
export async function withComing(
  secrets: InstallationSecrets,
  name: string,
  now: Date,
): Promise<InstallationSecrets> {
  const { make, firstId } = KEYS[name]!;
  const value = make();
  const [group, service] = KEYS[name]!.place;
  const key: OtherKey = {
    value,
    since: now.toISOString(),
    ...(firstId && { id: nextId(keyId(secrets, name)) }),
    ...(group === 'internalKeys' && {
      certificate: await selfSignedCertificate(service!, value as KeyPair),
    }),
  };
  const { rotations } = secrets;
  return { ...secrets, rotations: { ...rotations, coming: { ...rotations?.coming, [name]: key } } };
}

/** The new key in its place. @param isAcceptedOn whether the old one goes on beside it */
export function withSwitched(
  secrets: InstallationSecrets,
  name: string,
  now: Date,
  isAcceptedOn: boolean,
): InstallationSecrets {
  const [group, part] = KEYS[name]!.place;
  const { [name]: next, ...coming } = secrets.rotations?.coming ?? {};
  if (next === undefined) throw new Error(`there is no new key ${name}`);
  const at = now.toISOString();
  const isInternal = group === 'internalKeys';
  const before: OtherKey = {
    value: currentKey(secrets, name),
    since: at,
    ...(next.id && { id: keyId(secrets, name) }),
    ...(isInternal && { certificate: secrets.internalCertificates[part as ServiceName]! }),
  };
  const held = part === undefined ? next.value : { ...(secrets[group] as object), [part]: next.value };
  const { rotations } = secrets;
  return {
    ...secrets,
    [group]: held,
    ...(isInternal && {
      internalCertificates: { ...secrets.internalCertificates, [part!]: next.certificate },
    }),
    rotations: {
      ...rotations,
      coming,
      ...(isAcceptedOn && {
        leaving: { ...rotations?.leaving, [name]: [before, ...leavingKeys(secrets, name)] },
      }),
      rotatedAt: { ...rotations?.rotatedAt, [name]: at },
      switched: { ...rotations?.switched, [name]: at },
      ...(next.id && { ids: { ...rotations?.ids, [name]: next.id } }),
    },
  };
}

/** The new key is in use everywhere, and everything made with the old one was made again. */
export function withoutSwitched(secrets: InstallationSecrets, name: string): InstallationSecrets {
  const { [name]: _, ...others } = secrets.rotations?.switched ?? {};
  return { ...secrets, rotations: { ...secrets.rotations, switched: others } };
}

/** Keeps old keys that are not among `dropped`. */
export function withoutLeaving(
  secrets: InstallationSecrets,
  name: string,
  dropped: readonly OtherKey[],
): InstallationSecrets {
  const { [name]: before = [], ...others } = secrets.rotations?.leaving ?? {};
  const left = before.filter((key) => !dropped.includes(key));
  return {
    ...secrets,
    rotations: { ...secrets.rotations, leaving: left.length === 0 ? others : { ...others, [name]: left } },
  };
}

/** As before passwords of PostgreSQL began to change: for a server that has no second doors (`bridgeRole`). */
export function withoutBridges<Secrets extends InstallationSecrets>(secrets: Secrets): Secrets {
  const { rotations } = secrets;
  if (rotations?.coming === undefined) return secrets;
  const others = Object.entries(rotations.coming).filter(([name]) => !name.startsWith('database:'));
  return { ...secrets, rotations: { ...rotations, coming: Object.fromEntries(others) } };
}

/** When what an old key has made is no longer about. */
export const heldUntil = (name: string, { since }: OtherKey): Date =>
  new Date(Date.parse(since) + KEYS[name]!.heldMs);

/** Every password that a user of Redis may come with. */
export const redisPasswordsOf = (secrets: InstallationSecrets): Record<RedisUser, string[]> =>
  Object.fromEntries(
    REDIS_USERS.map((user) => [
      user,
      [
        secrets.redisPasswords[user],
        ...otherKeys(secrets, `redis:${user}`).map(({ value }) => String(value)),
      ],
    ]),
  ) as Record<RedisUser, string[]>;
