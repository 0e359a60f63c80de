// Prepares an installation in containers. Secrets are made on first use and kept in FOLDER; each command may run again.
//   main.js secrets FOLDER      writes to FOLDER/<container> what each container may know
//   main.js kubernetes FOLDER   prints the same as Secrets, for kubectl apply
//   main.js database FOLDER     gives each service its role and schema in PostgreSQL
//   main.js kafka-users FOLDER  makes each service's user in Kafka, with what it alone may do; PALISADE_BUS_KAFKA_BROKERS says where it is
//   main.js kafka-passwords FOLDER  prints the users' passwords as a Secret for an operator that makes them, such as Strimzi
//   main.js redis-users FOLDER  prints Redis's users, a file for its `aclfile`; passwords in it are hashes
//   main.js redis-guard FOLDER  ends scripts that hold Redis up, for as long as it runs; one of it is enough.
//                               PALISADE_REDIS_GUARD_URL says where Redis is and how `operator` comes in, without the folder
//   main.js migrate SERVICE     brings its schema up to date, one process at a time; PALISADE_DATABASE_URL is the service's own
// PALISADE_REDIS_USERS=true says that they are there in a Redis of one's own, PALISADE_KAFKA_USERS=true the same of Kafka. PALISADE_POSTGRES_ADMIN_URL and PALISADE_REDIS_URL name databases other than those of docker-compose.yml.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { createServiceRole, query } from './config/database-roles.ts';
import { redisAclFile } from './config/redis-users.ts';
import { redisPasswordsOf } from './config/rotation.ts';
import { SERVICES } from './config/secrets.ts';
import { CONTAINER_USER, containerSecrets, databasesOf, serversOf, writeVolumes } from './config/volumes.ts';
import { makeKafkaUsers } from './kafka-users.ts';
import { kafkaPasswords, kubernetesSecrets } from './kubernetes.ts';
import { STATEFUL } from './operator/base/installation.ts';
import { migrateSchema } from './operator/upgrade/migrate.ts';
import { RedisGuard } from './redis-guard.ts';

/** How long a database may take to come up. */
const TIMEOUT_MS = 120_000;

const commands: Record<string, (folder: string) => unknown> = {
  secrets: (folder) => writeVolumes(folder, process.env, CONTAINER_USER),
  kubernetes: async (folder) => {
    const secrets = await containerSecrets(folder);
    console.log(JSON.stringify(kubernetesSecrets(secrets, databasesOf(secrets, process.env)), null, 2));
  },
  'redis-users': async (folder) =>
    process.stdout.write(redisAclFile(redisPasswordsOf(await containerSecrets(folder)))),
  'kafka-users': async (folder) => makeKafkaUsers(await containerSecrets(folder), process.env),
  'kafka-passwords': async (folder) =>
    console.log(JSON.stringify(kafkaPasswords(await containerSecrets(folder)), null, 2)),
  database: prepareDatabase,
  'redis-guard': guardRedis,
  migrate: migrateOne,
};

const [name = '', folder] = process.argv.slice(2);
const command = commands[name];
if (command === undefined || folder === undefined) {
  console.error(`usage: main.js ${Object.keys(commands).join('|')} FOLDER (of migrate: SERVICE)`);
  process.exit(2);
}
await command(folder);

async function migrateOne(service: string): Promise<void> {
  const known = STATEFUL.find((name) => name === service);
  const url = process.env.PALISADE_DATABASE_URL;
  if (known === undefined || !url) {
    console.error(`usage: PALISADE_DATABASE_URL=… main.js migrate ${STATEFUL.join('|')}`);
    process.exit(2);
  }
  await migrateSchema(known, url);
  console.log(`the schema of ${known} is of this version`);
}

async function prepareDatabase(place: string): Promise<void> {
  const secrets = await containerSecrets(place);
  const { postgresAdminUrl } = databasesOf(secrets, process.env);
  await answering(postgresAdminUrl);
  for (const service of SERVICES) {
    await createServiceRole(postgresAdminUrl, service, secrets.databasePasswords[service]);
  }
}

async function guardRedis(place: string): Promise<void> {
  const first = process.env.PALISADE_REDIS_GUARD_URL ?? (await operatorUrl(place));
  // The file that --env-file has read at the start: rotate-keys replaces it.
  const file = path.join(place, 'env');
  const url = () =>
    (statSync(file, { throwIfNoEntry: false })?.isFile()
      ? parseEnv(readFileSync(file, 'utf8')).PALISADE_REDIS_GUARD_URL
      : undefined) ?? first;
  const guard = new RedisGuard({ url, say: (line) => console.warn(line) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void guard.stop());
}

async function operatorUrl(place: string): Promise<string> {
  const secrets = await containerSecrets(place);
  return serversOf(databasesOf(secrets, process.env), secrets).redis('operator', 'bus');
}

async function answering(url: string): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      await query(url, 'SELECT 1');
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(500);
    }
  }
}
