import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type InstallationSecrets,
  keptSecrets,
  newInstallationSecrets,
  processSettings,
  type Servers,
  type Settings,
  withCertificates,
  writeProcessSettings,
} from '@palisade/installation';
import { builtModule, PROCESSES, run, STATEFUL } from '@palisade/installation/operator';

interface TestServers {
  postgres: { adminUrl: string; createServiceRole(service: string, password: string): Promise<string> };
  redisUrl: string;
}

/** Where a port is named that nothing listens on. */
const NOBODY = 'http://127.0.0.1:9';

/** An installation in a folder, as the launcher of one machine leaves it: real secrets, roles and schemas, no services. */
export async function testInstallation(
  folder: string,
  { postgres, redisUrl }: TestServers,
  more: Settings = {},
): Promise<InstallationSecrets> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'secrets.json');
  const secrets = await withCertificates(file, keptSecrets(file, newInstallationSecrets).secrets);
  const urls = new Map<string, string>();
  for (const name of STATEFUL) {
    urls.set(name, await postgres.createServiceRole(name, secrets.databasePasswords[name]));
  }
  const servers: Servers = {
    database: (role) => urls.get(role) ?? '',
    redis: (_user, use) => `${redisUrl}/${{ bus: 0, edge: 1, queues: 2 }[use]}`,
    hasKafkaUsers: false,
  };
  const own = processSettings(secrets, servers);
  const settings = PROCESSES.map((name) => [
    name,
    {
      ...settingsOf(name, folder),
      ...own[name],
      ...more,
    },
  ]);
  for (const made of ['sites', 'spa']) mkdirSync(path.join(folder, made), { recursive: true });
  writeFileSync(path.join(folder, 'spa', 'index.html'), '<!doctype html>');
  writeProcessSettings(folder, {
    postgresAdminUrl: postgres.adminUrl,
    redisUrls: { bus: `${redisUrl}/0`, edge: `${redisUrl}/1`, queues: `${redisUrl}/2` },
    settings: Object.fromEntries(settings),
  });
  return secrets;
}

const settingsOf = (name: string, folder: string): Settings => ({
  PALISADE_PROFILE: 'test',
  PALISADE_PUBLIC_URL: 'http://localhost:9',
  PALISADE_CNAME_TARGET: 'edge.palisade.test',
  PALISADE_SPA_DIR: path.join(folder, 'spa'),
  PALISADE_GATEWAY_PORT: '9',
  PALISADE_GATEWAY_UPSTREAMS: JSON.stringify(
    Object.fromEntries(
      ['auth', 'billing', 'domains', 'logs', 'mailer'].map((upstream) => [upstream, NOBODY]),
    ),
  ),
  [`PALISADE_${name.toUpperCase()}_HTTP_PORT`]: '9',
  [`PALISADE_${name.toUpperCase()}_GRPC_PORT`]: '9',
  PALISADE_AUTH_GRPC: '127.0.0.1:9',
  PALISADE_BILLING_GRPC: '127.0.0.1:9',
  PALISADE_DOMAINS_GRPC: '127.0.0.1:9',
  PALISADE_LOGS_GRPC: '127.0.0.1:9',
  PALISADE_MAILER_GRPC: '127.0.0.1:9',
  ...(name === 'edge' && { PALISADE_EDGE_DATA_DIR: folder, PALISADE_EDGE_NODE_ID: 'test' }),
});

interface Database {
  initialize(): Promise<Database>;
  destroy(): Promise<void>;
}
interface Kit {
  dataSourceOptions(options: object): object;
}
interface OneConnection {
  OneConnectionDataSource: new (options: object) => Database;
}
interface ServiceDatabase {
  databaseOptions(config: object): object;
}

/** Gives each service's role its schema, by the service's own migrations. */
export async function migrateAll(databaseUrl: (service: string) => string): Promise<void> {
  const kit = 'services/shared/nest-kit/dist/database';
  const { dataSourceOptions } = await builtModule<Kit>(`${kit}/database.module.js`);
  const { OneConnectionDataSource } = await builtModule<OneConnection>(`${kit}/one-connection.js`);
  for (const service of STATEFUL) {
    const { databaseOptions } = await builtModule<ServiceDatabase>(
      `services/${service}/dist/database/database.js`,
    );
    const config = { PALISADE_DATABASE_URL: databaseUrl(service), PALISADE_DATABASE_POOL: 2 };
    const options = { ...dataSourceOptions(databaseOptions(config)), logging: false };
    const database = await new OneConnectionDataSource(options).initialize();
    await database.destroy();
  }
}

/** A command, as a terminal would give it. */
export async function palisade(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number; out: string; notes: string }> {
  let [out, notes] = ['', ''];
  const code = await run(args, {
    environment,
    out: (text) => {
      out += text;
    },
    note: (text) => {
      notes += `${text}\n`;
    },
  });
  return { code, out, notes };
}
