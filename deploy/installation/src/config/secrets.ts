import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFresh, selfSignedCertificate } from './certificates.ts';
import { KAFKA_USERS, type KafkaUser } from './kafka-users.ts';
import {
  type KeyPair,
  newPassword,
  newSealingKeys,
  newSecretKey,
  newSigningKeys,
  type Rotations,
} from './keys.ts';
import { REDIS_USERS, type RedisUser } from './redis-users.ts';

/** The control plane's services. */
export const SERVICES = ['gateway', 'auth', 'billing', 'domains', 'logs', 'mailer'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Services that publish events: as in the contracts' registry, which a test compares it with. */
export const EVENT_PRODUCERS = ['auth', 'billing', 'domains', 'logs', 'mailer', 'edge'] as const;
export type EventProducer = (typeof EVENT_PRODUCERS)[number];

/** How long an installation that comes from a version without signatures still takes events without one. */
const UNSIGNED_EVENTS_MS = 60 * 60 * 1000;

/** The secrets of an installation. Generated once; each process receives only the parts it needs. */
export interface InstallationSecrets {
  /** Signing keys of internal tokens, by service. */
  internalKeys: Record<ServiceName, KeyPair>;
  /** By which services know each other on gRPC; empty until `withCertificates` has made them. */
  internalCertificates: Partial<Record<ServiceName, string>>;
  /** Signing keys of events, by producer. */
  eventKeys: Record<EventProducer, KeyPair>;
  /** Until then events without a signature are taken (ISO time): an hour, where an installation is older than its keys. */
  eventsUnsignedUntil: string;
  /** Whether administrators have to have a second factor: on from the start, but not put upon an older installation. */
  adminMfa: 'required' | 'optional';
  databasePasswords: Record<ServiceName, string>;
  redisPasswords: Record<RedisUser, string>;
  kafkaPasswords: Record<KafkaUser, string>;
  sessionTokenKeys: KeyPair;
  configSigningKeys: KeyPair;
  edgeSealingKeys: KeyPair;
  keyEncryptionKey: string;
  linkSigningKey: string;
  /** Absent: no key was ever rotated. */
  rotations?: Rotations;
}

export function newInstallationSecrets(): InstallationSecrets {
  const of = <Name extends string, T>(names: readonly Name[], make: () => T) =>
    Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, T>;
  return {
    internalKeys: of(SERVICES, newSigningKeys),
    internalCertificates: {},
    eventKeys: of(EVENT_PRODUCERS, newSigningKeys),
    eventsUnsignedUntil: new Date(0).toISOString(),
    adminMfa: 'required',
    databasePasswords: of(SERVICES, newPassword),
    redisPasswords: of(REDIS_USERS, newPassword),
    kafkaPasswords: of(KAFKA_USERS, newPassword),
    sessionTokenKeys: newSigningKeys(),
    configSigningKeys: newSigningKeys(),
    edgeSealingKeys: newSealingKeys(),
    keyEncryptionKey: newSecretKey(),
    linkSigningKey: newSecretKey(),
  };
}

/**
 * The contents of a secrets file, created on first use and readable by its owner only. Secrets that a newer version
 * needs are added; existing ones are never replaced.
 */
export function keptSecrets<Secrets extends object>(
  file: string,
  make: () => Secrets,
): { secrets: Secrets; fresh: boolean } {
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    const secrets = { ...make(), ...kept };
    if (!('eventKeys' in kept)) openTransition(secrets);
    if (!('adminMfa' in kept) && 'adminMfa' in secrets) secrets.adminMfa = 'optional';
    if (Object.keys(secrets).length > Object.keys(kept).length) saveSecrets(file, secrets);
    return { secrets, fresh: false };
  }
  const secrets = make();
  mkdirSync(path.dirname(file), { recursive: true });
  saveSecrets(file, secrets);
  return { secrets, fresh: true };
}

/** Makes the certificates that are missing, of another key, or near their end, and keeps them with the other secrets. */
export async function withCertificates<Secrets extends InstallationSecrets>(
  file: string,
  secrets: Secrets,
): Promise<Secrets> {
  const { internalCertificates: kept, internalKeys } = secrets;
  const stale = SERVICES.filter(
    (name) => kept[name] === undefined || !isFresh(kept[name], internalKeys[name]),
  );
  if (stale.length === 0) return secrets;
  const made = await Promise.all(
    stale.map(async (name) => [name, await selfSignedCertificate(name, internalKeys[name])] as const),
  );
  const renewed = { ...secrets, internalCertificates: { ...kept, ...Object.fromEntries(made) } };
  saveSecrets(file, renewed);
  return renewed;
}

/** Events that an older version left on the bus are unsigned, and must not be lost. */
function openTransition(secrets: object): void {
  if ('eventsUnsignedUntil' in secrets)
    secrets.eventsUnsignedUntil = new Date(Date.now() + UNSIGNED_EVENTS_MS).toISOString();
}

/** Whole or not at all, also where the machine ends in the middle. */
export function saveSecrets(file: string, secrets: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
