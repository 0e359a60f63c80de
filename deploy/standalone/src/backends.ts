import path from 'node:path';
import {
  type InstallationSecrets,
  RedisGuard,
  redisAclFile,
  redisPasswordsOf,
  redisServer,
  SERVICES,
  type Servers,
} from '@palisade/installation';
import { type PostgresServer, startPostgres, startRedis } from '@palisade/local-servers';
import { loadSecrets, type Secrets, secretsNow } from './config/secrets.ts';
import type { LauncherOptions } from './options.ts';
import type { PidFiles } from './pid-files.ts';
import { internalPorts } from './plan.ts';

type Say = (line: string) => void;

interface Restartable {
  readonly pid: number;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** A server that is started again when it ends by itself. */
class KeptServer<Server extends Restartable> {
  private stopping = false;

  private constructor(
    private current: Server,
    private readonly begin: () => Promise<Server>,
    private readonly name: string,
    private readonly say: Say,
  ) {
    this.watch();
  }

  static async start<S extends Restartable>(
    name: string,
    begin: () => Promise<S>,
    say: Say,
  ): Promise<KeptServer<S>> {
    return new KeptServer(await begin(), begin, name, say);
  }

  get server(): Server {
    return this.current;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.current.stop();
  }

  private watch(): void {
    void this.current.ended.then(() => {
      if (!this.stopping) void this.restart();
    });
  }

  private async restart(): Promise<void> {
    this.say(`${this.name} ended by itself; starting it again`);
    try {
      this.current = await this.begin();
      this.watch();
    } catch (error) {
      this.say(`${this.name} does not start: ${(error as Error).message}`);
      setTimeout(() => void this.restart(), 2_000).unref();
    }
  }
}

export interface RunningBackends extends Servers {
  /** As superuser; null where PostgreSQL is not ours to run. */
  postgresAdminUrl: string | null;
  stop(): Promise<void>;
}

/** PostgreSQL with a role and schema for each service, and Redis. */
export async function startBackends(
  options: LauncherOptions,
  secrets: Secrets,
  pidFiles: PidFiles,
  say: Say,
): Promise<RunningBackends> {
  const ports = internalPorts(options.ports.internal);
  const beginPostgres = () =>
    startPostgres({
      dataDirectory: path.join(options.dataDirectory, 'postgres'),
      port: ports.postgres,
      ...(options.postgresPrograms !== null && { binaries: options.postgresPrograms }),
    });
  const beginRedis = async () => {
    const server = await startRedis({
      dataDirectory: path.join(options.dataDirectory, 'redis'),
      port: ports.redis,
      durable: true,
      // Passwords may have been changed since the launcher's own start.
      users: await redisUsers(options),
    });
    pidFiles.writeSoon('redis', server.pid);
    return server;
  };
  const wantsRedis = options.components.has('redis') && options.redisUrl === null;
  const starting = [
    options.components.has('postgres') ? KeptServer.start('PostgreSQL', beginPostgres, say) : null,
    wantsRedis ? KeptServer.start('Redis', beginRedis, say) : null,
  ] as const;
  const redisOf = ({ redisPasswords }: InstallationSecrets) =>
    options.redisUrl === null
      ? redisServer(`redis://127.0.0.1:${ports.redis}`, redisPasswords)
      : redisServer(options.redisUrl, null);
  const redis = redisOf(secrets);
  const guard = wantsRedis
    ? new RedisGuard({ url: () => redisOf(secretsNow(options.dataDirectory))('operator', 'bus'), say })
    : null;
  const stop = async () => {
    const outcomes = await Promise.allSettled(starting);
    const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    await guard?.stop();
    await Promise.all(started.map((server) => server?.stop()));
    pidFiles.remove('redis');
  };
  try {
    const [postgres] = await Promise.all(starting);
    return {
      postgresAdminUrl: postgres?.server.adminUrl ?? null,
      database: await serviceDatabase(postgres?.server ?? null, secrets, ports.postgres),
      redis,
      // Which Kafka it is, its owner says, and how to come in.
      hasKafkaUsers: false,
      stop,
    };
  } catch (error) {
    // Where one does not start, the others must not outlive the launcher.
    await stop();
    throw error;
  }
}

async function redisUsers({ dataDirectory }: LauncherOptions) {
  const { secrets } = await loadSecrets(dataDirectory);
  return { aclFile: redisAclFile(redisPasswordsOf(secrets)), health: secrets.redisPasswords.health };
}

/** Gives each service its role and schema. */
async function serviceDatabase(
  postgres: PostgresServer | null,
  secrets: Secrets,
  port: number,
): Promise<Servers['database']> {
  for (const name of SERVICES) await postgres?.createServiceRole(name, secrets.databasePasswords[name]);
  return (role, password) => `postgres://${role}:${password}@127.0.0.1:${port}/palisade`;
}
