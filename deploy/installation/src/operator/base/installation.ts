import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ProcessSettings, readProcessSettings } from '../../config/process-settings.ts';
import {
  type InstallationSecrets,
  newInstallationSecrets,
  SERVICES,
  type ServiceName,
} from '../../config/secrets.ts';
import {
  processSettings,
  type RedisUse,
  redisServer,
  type Servers,
  type Settings,
} from '../../config/settings.ts';
import { type ContainerSecrets, databasesOf, serversOf } from '../../config/volumes.ts';
import { OperatorError } from './operator-error.ts';

export type ProcessName = ServiceName | 'edge';
export const PROCESSES: readonly ProcessName[] = [...SERVICES, 'edge'];
/** Services with a schema of their own. */
export const STATEFUL = SERVICES.filter((name) => name !== 'gateway');

/** An installation as its operator sees it; looking at it changes nothing. */
export interface Installation {
  kind: 'containers' | 'standalone';
  folder: string;
  secretsFile: string;
  secrets: InstallationSecrets;
  /** Secrets that this version needs and the file lacks. */
  missingSecrets: readonly string[];
  /** Settings of each process. */
  settings: Readonly<Record<ProcessName, Settings>>;
  /** Null where the installation does not know its database. */
  postgresAdminUrl: string | null;
  /** As `operator`. */
  redisUrl(use: RedisUse): string;
  /** Addresses of the databases, for settings that are generated again. */
  servers(secrets: InstallationSecrets): Servers;
  /** Whether each service comes to Redis as a user of its own. */
  hasRedisUsers: boolean;
}

/** Where containers mount the folder that `secrets` made. */
const CONTAINERS_FOLDER = '/secrets';
const LAUNCHERS_FOLDER = '.palisade';
/** Settings of the operator's commands, not of any process. */
const THE_COMMANDS_OWN: ReadonlySet<string> = new Set([
  'PALISADE_BACKUP_PASSPHRASE',
  'PALISADE_WAL_PLACE',
  'PALISADE_USER_PASSWORD',
  'PALISADE_JOIN_TOKEN',
]);

export function findInstallation(given: string | undefined, environment: NodeJS.ProcessEnv): Installation {
  const named = given ?? environment.PALISADE_INSTALLATION;
  const places = named ? [named] : [CONTAINERS_FOLDER, LAUNCHERS_FOLDER];
  for (const place of places) {
    const folder = path.resolve(place);
    if (existsSync(path.join(folder, 'installation', 'secrets.json')))
      return ofContainers(folder, environment);
    if (existsSync(path.join(folder, 'secrets.json'))) return ofLauncher(folder);
  }
  throw new OperatorError(
    'installation_not_found',
    `There is no installation in ${places.join(' or ')}.`,
    'Name its folder with --installation or PALISADE_INSTALLATION.',
  );
}

function ofContainers(folder: string, environment: NodeJS.ProcessEnv): Installation {
  const secretsFile = path.join(folder, 'installation', 'secrets.json');
  const { secrets, missing } = readSecrets<ContainerSecrets>(secretsFile, {
    ...newInstallationSecrets(),
    postgresPassword: '',
  });
  const databases = databasesOf(secrets, environment);
  const servers = serversOf(databases, secrets);
  const own = processSettings(secrets, servers);
  const overrides = Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        /^(PALISADE|OTEL)_/.test(entry[0]) && !THE_COMMANDS_OWN.has(entry[0]) && entry[1] !== undefined,
    ),
  );
  return {
    kind: 'containers',
    folder,
    secretsFile,
    secrets,
    missingSecrets: missing,
    settings: everyProcess((name) => ({ ...own[name], ...overrides })),
    postgresAdminUrl: databases.postgresAdminUrl,
    redisUrl: (use) => servers.redis('operator', use),
    servers: (changed) => serversOf(databases, changed),
    hasRedisUsers: databases.hasRedisUsers,
  };
}

function ofLauncher(folder: string): Installation {
  const secretsFile = path.join(folder, 'secrets.json');
  const { secrets, missing } = readSecrets(secretsFile, newInstallationSecrets());
  const stored = readProcessSettings(folder);
  if (stored === null) {
    throw new OperatorError(
      'never_started',
      `${folder} has not been started by this version.`,
      'Run npm start once; it writes down what it tells its services.',
    );
  }
  return {
    kind: 'standalone',
    folder,
    secretsFile,
    secrets,
    missingSecrets: missing,
    settings: everyProcess((name) => stored.settings[name] ?? {}),
    postgresAdminUrl: stored.postgresAdminUrl,
    redisUrl: (use) => stored.redisUrls[use],
    servers: (changed) => serversAsStored(stored, changed),
    hasRedisUsers: hasRedisUsers(stored),
  };
}

/** Where the launcher's processes find their databases. */
function serversAsStored(stored: ProcessSettings, { redisPasswords }: InstallationSecrets): Servers {
  return {
    database: (role, password) => {
      const url = new URL(stored.settings.auth?.PALISADE_DATABASE_URL ?? '');
      url.username = role;
      url.password = password;
      return url.href;
    },
    redis: redisServer(stored.redisUrls.bus, hasRedisUsers(stored) ? redisPasswords : null),
    hasKafkaUsers: stored.settings.logs?.PALISADE_BUS_KAFKA_SASL_USERNAME === 'logs',
  };
}

const hasRedisUsers = ({ redisUrls }: ProcessSettings): boolean =>
  new URL(redisUrls.bus).username === 'operator';

const everyProcess = (settingsOf: (name: ProcessName) => Settings): Installation['settings'] =>
  Object.fromEntries(PROCESSES.map((name) => [name, settingsOf(name)])) as Record<ProcessName, Settings>;

/**
 * Missing parts of the file are completed in memory only: what depends on them fails where it is used, and reports it.
 */
function readSecrets<Secrets extends InstallationSecrets>(
  file: string,
  filler: Secrets,
): { secrets: Secrets; missing: string[] } {
  const kept = parsed(file);
  const missing = Object.keys(filler).filter((name) => !(name in kept));
  return { secrets: { ...filler, ...kept } as Secrets, missing };
}

function parsed(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch (cause) {
    throw new OperatorError(
      'secrets_unreadable',
      `${file} cannot be read.`,
      'Run as a user who may read it, or restore it from a backup.',
      { cause },
    );
  }
}
