import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import * as local from '@palisade/local-servers';
import pg from 'pg';
import { type Disposable, freshFolder } from './fresh-folder.ts';
import { borrow, type Lendable } from './lending.ts';

const VARIABLE = 'PALISADE_TEST_SERVERS';
const NAME = 'postgres';
/** Each test file needs ten or twenty, and on a large machine many run at a time. */
const MAX_CONNECTIONS = 500;

/** A service's connection to a database server. */
export interface TestPostgres {
  /** As superuser, to a database that only this test file knows. */
  readonly adminUrl: string;
  /** `createServiceRole('auth', 'secret')` gives a service its URL: a role that owns one schema. */
  createServiceRole(service: string, password: string): Promise<string>;
}

interface ServerPlace {
  adminUrl: string;
}

/** Lent to the test files of a run by the integration tests' global set-up. */
export const LENT_SERVERS = { variable: VARIABLE, starts: { [NAME]: startLentServer } };

async function startLentServer(): Promise<Lendable> {
  const folder = freshFolder('postgres');
  const server = await local.startPostgres({
    dataDirectory: path.join(folder, 'data'),
    port: await local.freePort(),
    durable: false,
    maxConnections: MAX_CONNECTIONS,
    endWithParent: true,
  });
  return {
    place: { adminUrl: server.adminUrl } satisfies ServerPlace,
    dispose: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A real, empty PostgreSQL database on the server that the run's test files share, since starting a server costs more
 * than most files' tests. A file that stops its server, or tests the server as a whole, uses `startOwnPostgres`.
 */
export async function startTestPostgres(): Promise<Disposable<TestPostgres>> {
  const loan = await borrow<ServerPlace>(VARIABLE, NAME);
  if (loan === null) return await startOwnPostgres();
  const database = `test_${randomBytes(6).toString('hex')}`;
  const roles: string[] = [];
  const url = new URL(loan.place.adminUrl);
  url.pathname = database;
  await execute(loan.place.adminUrl, `CREATE DATABASE ${database}`);
  return {
    adminUrl: url.href,
    createServiceRole: (service, password) => {
      // Roles belong to the whole server.
      const role = `${service}_${database}`;
      if (!roles.includes(role)) roles.push(role);
      return local.createServiceRole(url.href, service, password, role);
    },
    dispose: async () => {
      await execute(
        loan.place.adminUrl,
        `DROP DATABASE ${database} WITH (FORCE)`,
        ...roles.map((role) => `DROP ROLE ${role}`),
      );
      await loan.giveBack();
    },
  };
}

/**
 * A server of this file's own. With `durable` everything that was committed is there after `restart`, which kills it. `binaries`: a
 * folder with the programs of another PostgreSQL than usual.
 */
export async function startOwnPostgres(
  options: { durable?: boolean; binaries?: string } = {},
): Promise<Disposable<TestPostgres> & { restart(): Promise<void> }> {
  const folder = freshFolder('postgres');
  const settings = {
    dataDirectory: path.join(folder, 'data'),
    port: await local.freePort(),
    durable: options.durable ?? false,
    endWithParent: true,
    ...(options.binaries !== undefined && { binaries: options.binaries }),
  };
  let server = await local.startPostgres(settings);
  return {
    adminUrl: server.adminUrl,
    createServiceRole: server.createServiceRole,
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

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
