import { chmodSync, chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { envFile } from './env-file.ts';
import { kafkaJaasFile } from './kafka-users.ts';
import { newPassword } from './keys.ts';
import { REDIS_SETTINGS } from './redis-settings.ts';
import { redisAclFile } from './redis-users.ts';
import { redisPasswordsOf } from './rotation.ts';
import {
  type InstallationSecrets,
  keptSecrets,
  newInstallationSecrets,
  withCertificates,
} from './secrets.ts';
import { processSettings, redisServer, type Servers, type Settings } from './settings.ts';

/** The user `node` of Node's images. */
export const CONTAINER_USER = { uid: 1000, gid: 1000 };

/** An installation that also knows the passwords of its databases. */
export interface ContainerSecrets extends InstallationSecrets {
  postgresPassword: string;
}

/** URLs of the databases with their credentials; without URLs of the operator's, both have generated passwords. */
export interface Databases {
  postgresAdminUrl: string;
  redisUrl: string;
  /** Whether each service has a user of its own there. */
  hasRedisUsers: boolean;
  /** The same of Kafka. */
  hasKafkaUsers: boolean;
}

const newContainerSecrets = (): ContainerSecrets => ({
  ...newInstallationSecrets(),
  postgresPassword: newPassword(),
});

/** All secrets, as files of the folder that only the operator can read. */
export async function containerSecrets(folder: string): Promise<ContainerSecrets> {
  const file = path.join(folder, 'installation', 'secrets.json');
  return await withCertificates(file, keptSecrets(file, newContainerSecrets).secrets);
}

/** The databases that run beside the services, unless the environment names others. */
export function databasesOf(secrets: ContainerSecrets, environment: NodeJS.ProcessEnv): Databases {
  return {
    postgresAdminUrl:
      environment.PALISADE_POSTGRES_ADMIN_URL ??
      `postgres://palisade_admin:${secrets.postgresPassword}@postgres:5432/palisade`,
    redisUrl: environment.PALISADE_REDIS_URL ?? 'redis://redis:6379',
    hasRedisUsers:
      environment.PALISADE_REDIS_URL === undefined || environment.PALISADE_REDIS_USERS === 'true',
    // Which Kafka it is, settings say that are no secret.
    hasKafkaUsers: environment.PALISADE_KAFKA_USERS === 'true',
  };
}

export function serversOf(
  { postgresAdminUrl, redisUrl, hasRedisUsers, hasKafkaUsers }: Databases,
  { redisPasswords }: InstallationSecrets,
): Servers {
  return {
    database: (role, password) => {
      const url = new URL(postgresAdminUrl);
      url.username = role;
      url.password = password;
      return url.href;
    },
    redis: redisServer(redisUrl, hasRedisUsers ? redisPasswords : null),
    hasKafkaUsers,
  };
}

const REDIS_CONFIG = [
  'bind * -::*',
  'dir /data',
  ...Object.entries(REDIS_SETTINGS).map(([name, value]) => `${name} ${value}`),
  'aclfile /run/palisade/users.acl',
  '',
].join('\n');

/**
 * Writes the secrets of each container to its own folder below `folder`. Each folder is a volume of its own.
 * @param owner user and group that services run as
 * @returns the settings of each process
 */
export async function writeVolumes(
  folder: string,
  environment: NodeJS.ProcessEnv,
  owner: { uid: number; gid: number },
): Promise<Record<string, Settings>> {
  const secrets = await containerSecrets(folder);
  const servers = serversOf(databasesOf(secrets, environment), secrets);
  const write = (name: string, file: string, text: string, mode: number) => {
    const place = path.join(folder, name);
    mkdirSync(place, { recursive: true });
    const full = path.join(place, file);
    // A process that follows the file must never read half of it.
    writeFileSync(`${full}.new`, text, { mode: 0o600 });
    chmodSync(`${full}.new`, mode);
    chownSync(`${full}.new`, owner.uid, owner.gid);
    renameSync(`${full}.new`, full);
  };
  const settings = processSettings(secrets, servers);
  for (const [name, values] of Object.entries(settings)) write(name, 'env', envFile(values), 0o400);
  // Readable by the users of these images; no other container mounts these volumes.
  write('postgres', 'password', secrets.postgresPassword, 0o444);
  write('redis', 'redis.conf', REDIS_CONFIG, 0o444);
  write('redis', 'users.acl', redisAclFile(redisPasswordsOf(secrets)), 0o444);
  write('kafka', 'jaas.conf', kafkaJaasFile(secrets.kafkaPasswords.operator), 0o444);
  write('redis-guard', 'env', envFile({ PALISADE_REDIS_GUARD_URL: servers.redis('operator', 'bus') }), 0o400);
  write('redis', 'health', secrets.redisPasswords.health, 0o444);
  return settings;
}
