import { selfSignedCertificate } from './certificates.ts';
import { newPassword, newSealingKeys, newSecretKey, newSigningKeys } from './keys.ts';
import { REDIS_USERS } from './redis-users.ts';
import { EVENT_PRODUCERS, SERVICES } from './secrets.ts';

const MINUTE = 60000;
const DAY = 24 * 60 * MINUTE;
/** Longer than a connection between services lives, and than an event is on its way while nothing is broken. */
const CALLS_MS = 10 * MINUTE;
/** The longest session. */
const SESSIONS_MS = 30 * DAY;
/** Beyond this age no event is believed. */
const EVENTS_MS = 25 * DAY;
/** Mails are kept, and their links to unsubscribe with them. */
const LINKS_MS = 365 * DAY;
const each = (names, of) => Object.fromEntries(names.map(of));
/** Every key and password that an installation has made for itself, in the order in which they are rotated. */
export const KEYS = {
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
    heldMs: CALLS_MS,
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
/** More than these beside the one in use are taken by nobody. */
export const MAX_LEAVING = 2;
export const comingKey = ({ rotations }, name) => rotations?.coming?.[name];
export const leavingKeys = ({ rotations }, name) => rotations?.leaving?.[name] ?? [];
/** All that are accepted beside the one in use. */
export const otherKeys = (secrets, name) => [
  ...[comingKey(secrets, name)].filter((key) => key !== undefined),
  ...leavingKeys(secrets, name),
];
/** The id of the key in use. */
export const keyId = ({ rotations }, name) => rotations?.ids?.[name] ?? KEYS[name].firstId;
/** Of a letter and a number. */
const nextId = (id) => `${id.slice(0, 1)}${Number(id.slice(1)) + 1}`;
export function currentKey(secrets, name) {
  const [group, part] = KEYS[name].place;
  const held = secrets[group];
  return part === undefined ? held : held[part];
}
/** A new key beside the one in use. */
export async function withComing(secrets, name, now) {
  const { make, firstId } = KEYS[name];
  const value = make();
  const [group, service] = KEYS[name].place;
  const key = {
    value,
    since: now.toISOString(),
    ...(firstId && { id: nextId(keyId(secrets, name)) }),
    ...(group === 'internalKeys' && {
      certificate: await selfSignedCertificate(service, value),
    }),
  };
  const { rotations } = secrets;
  return { ...secrets, rotations: { ...rotations, coming: { ...rotations?.coming, [name]: key } } };
}
/** The new key in its place. @param isAcceptedOn whether the old one goes on beside it */
export function withSwitched(secrets, name, now, isAcceptedOn) {
  const [group, part] = KEYS[name].place;
  const { [name]: next, ...coming } = secrets.rotations?.coming ?? {};
  if (next === undefined) throw new Error(`there is no new key ${name}`);
  const at = now.toISOString();
  const isInternal = group === 'internalKeys';
  const before = {
    value: currentKey(secrets, name),
    since: at,
    ...(next.id && { id: keyId(secrets, name) }),
    ...(isInternal && { certificate: secrets.internalCertificates[part] }),
  };
  const held = part === undefined ? next.value : { ...secrets[group], [part]: next.value };
  const { rotations } = secrets;
  return {
    ...secrets,
    [group]: held,
    ...(isInternal && {
      internalCertificates: { ...secrets.internalCertificates, [part]: next.certificate },
    }),
    rotations: {
      ...rotations,
      coming,
      ...(isAcceptedOn && {
        leaving: { ...rotations?.leaving, [name]: [before, ...leavingKeys(secrets, name)] },
      }),
      rotatedAt: { ...rotations?.rotatedAt, [name]: at },
      ...(next.id && { ids: { ...rotations?.ids, [name]: next.id } }),
    },
  };
}
/** Those of the old keys that are not among `dropped` stay. */
export function withoutLeaving(secrets, name, dropped) {
  const { [name]: before = [], ...others } = secrets.rotations?.leaving ?? {};
  const left = before.filter((key) => !dropped.includes(key));
  return {
    ...secrets,
    rotations: { ...secrets.rotations, leaving: left.length === 0 ? others : { ...others, [name]: left } },
  };
}
/** As before passwords of PostgreSQL began to change: for a server that has no second doors (`bridgeRole`). */
export function withoutBridges(secrets) {
  const { rotations } = secrets;
  if (rotations?.coming === undefined) return secrets;
  const others = Object.entries(rotations.coming).filter(([name]) => !name.startsWith('database:'));
  return { ...secrets, rotations: { ...rotations, coming: Object.fromEntries(others) } };
}
/** When what an old key has made is no longer about. */
export const heldUntil = (name, { since }) => new Date(Date.parse(since) + KEYS[name].heldMs);
/** Every password that a user of Redis may come with. */
export const redisPasswordsOf = (secrets) =>
  Object.fromEntries(
    REDIS_USERS.map((user) => [
      user,
      [
        secrets.redisPasswords[user],
        ...otherKeys(secrets, `redis:${user}`).map(({ value }) => String(value)),
      ],
    ]),
  );
