import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import * as local from '@palisade/local-servers';
import { type Disposable, freshFolder } from './fresh-folder.ts';

export interface TestClickhouse {
  /** An empty database: its URL has user and password, and ends with its name. */
  createDatabase(): Promise<Disposable<{ url: string }>>;
  kill(): Promise<void>;
  /** Killed if it runs; what it had said to be stored is there again. */
  restart(): Promise<void>;
}

/**
 * ClickHouse's own engine with nothing in it.
 *
 * @throws LocalServerError that says what is missing. A test that needs it fails then; it is not skipped.
 */
export async function startTestClickhouse(): Promise<Disposable<TestClickhouse>> {
  const folder = freshFolder('clickhouse');
  const settings = {
    dataDirectory: path.join(folder, 'data'),
    port: await local.freePort(),
    password: local.newPassword(),
    endWithParent: true,
  };
  let server = await local.startClickhouse(settings);
  return {
    createDatabase: async () => {
      const name = `test_${randomBytes(6).toString('hex')}`;
      const url = new URL(server.url);
      Object.assign(url, { username: 'default', password: settings.password });
      await execute(url, `CREATE DATABASE ${name}`);
      return {
        url: new URL(`/${name}`, url).href,
        dispose: () => execute(url, `DROP DATABASE ${name}`),
      };
    },
    kill: () => server.kill(),
    restart: async () => {
      await server.kill();
      server = await local.startClickhouse(settings);
    },
    dispose: async () => {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function execute({ origin, username, password }: URL, statement: string): Promise<void> {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const response = await fetch(origin, {
    method: 'POST',
    body: statement,
    headers: { authorization: `Basic ${credentials}` },
  });
  if (!response.ok) throw new Error(`ClickHouse refused: ${await response.text()}`);
}
