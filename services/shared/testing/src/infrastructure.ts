import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as local from '@palisade/local-servers';
import { dockerAnswers, startKafkaContainer } from './kafka-container.ts';

/** A server that belongs to one test file: a fresh folder, a free port, gone afterwards. */
export type Disposable<T> = T & { dispose(): Promise<void> };

function freshFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `palisade-${name}-`));
  chmodSync(folder, 0o711); // A database server that does not run as root must get through.
  return folder;
}

/**
 * A real PostgreSQL with nothing in it. `createServiceRole('auth', 'secret')` gives a service its URL. `restart` kills it
 * and starts it again; with `durable` everything that was committed is there, otherwise the last moments may be gone.
 */
export async function startTestPostgres(
  options: { durable?: boolean } = {},
): Promise<Disposable<local.PostgresServer> & { restart(): Promise<void> }> {
  const folder = freshFolder('postgres');
  const settings = {
    dataDirectory: path.join(folder, 'data'),
    port: await local.freePort(),
    durable: options.durable ?? false,
    endWithParent: true,
  };
  let server = await local.startPostgres(settings);
  return {
    ...server,
    stop: () => server.stop(),
    restart: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      server = await local.startPostgres(settings);
    },
    dispose: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A real Redis. With `durable` it keeps its data when it is killed and started again on `dataDirectory` and `port`. */
export async function startTestRedis(
  options: { durable?: boolean } = {},
): Promise<Disposable<local.RedisServer> & { restart(): Promise<void> }> {
  const dataDirectory = freshFolder('redis');
  const settings = {
    dataDirectory,
    port: await local.freePort(),
    durable: options.durable ?? false,
    endWithParent: true,
  };
  let server = await local.startRedis(settings);
  return {
    get pid() {
      return server.pid;
    },
    get ended() {
      return server.ended;
    },
    url: server.url,
    stop: () => server.stop(),
    kill: () => server.kill(),
    restart: async () => {
      await server.kill();
      server = await local.startRedis(settings);
    },
    dispose: async () => {
      await server.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/**
 * A real Kafka broker in KRaft mode: in a container where Docker answers, else from its own jars with this machine's Java.
 *
 * @throws LocalServerError that says what is missing. A test that needs a broker fails then; it is not skipped.
 */
export async function startTestKafka(): Promise<
  Disposable<Pick<local.KafkaServer, 'brokers' | 'kill'>> & {
    restart(): Promise<void>;
    /** Keeps its connections and answers nobody. */
    freeze(): Promise<void>;
    thaw(): Promise<void>;
  }
> {
  if (await dockerAnswers()) return await startKafkaContainer();
  const dataDirectory = freshFolder('kafka');
  const settings = {
    dataDirectory,
    port: await local.freePort(),
    controllerPort: await local.freePort(),
    endWithParent: true,
  };
  let server = await local.startKafka(settings);
  return {
    brokers: server.brokers,
    freeze: async () => void process.kill(server.pid, 'SIGSTOP'),
    thaw: async () => void process.kill(server.pid, 'SIGCONT'),
    kill: () => server.kill(),
    restart: async () => {
      await server.kill();
      server = await local.startKafka(settings);
    },
    dispose: async () => {
      await server.kill();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A real DNS server; tests write its `records`. */
export async function startTestDns(records: local.DnsRecord[] = []): Promise<Disposable<local.DnsServer>> {
  const server = await local.startDns(await local.freePort(), records);
  return Object.assign(server, { dispose: () => server.stop() });
}

export interface InternalKeys {
  /** PALISADE_INTERNAL_PUBLIC_KEYS */
  publicKeys: Record<string, string>;
  /** PALISADE_INTERNAL_PRIVATE_KEY of each service. */
  privateKeys: Record<string, string>;
}

/** Keys for internal tokens, for the gateway and every service. */
export function newInternalKeys(): InternalKeys {
  const services = ['gateway', 'auth', 'billing', 'domains', 'logs', 'mailer'];
  const pairs = services.map((service) => [service, local.newSigningKeys()] as const);
  return {
    publicKeys: Object.fromEntries(pairs.map(([service, pair]) => [service, pair.publicKey])),
    privateKeys: Object.fromEntries(pairs.map(([service, pair]) => [service, pair.privateKey])),
  };
}
