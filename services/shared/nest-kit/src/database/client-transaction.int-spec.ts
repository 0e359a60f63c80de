import { startSurroundings } from '@palisade/testing';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { clientTransaction } from './client-transaction.ts';
import { openDatabase } from './database.module.ts';
import { queryOne, queryRows } from './rows.ts';

let surroundings: Awaited<ReturnType<typeof startSurroundings>>;
let source: DataSource;
let client: pg.Client;

beforeAll(async () => {
  surroundings = await startSurroundings('auth');
  const url = surroundings.databaseUrl;
  source = await openDatabase({ url, schema: 'auth', poolSize: 2, entities: [], migrations: [] });
  await source.query('CREATE TABLE counters (name text PRIMARY KEY, value integer NOT NULL)');
});
afterAll(async () => {
  await source?.destroy();
  await surroundings?.dispose();
});
beforeEach(async () => {
  await source.query('DELETE FROM counters');
  client = new pg.Client({ connectionString: surroundings.databaseUrl, options: '-c search_path=auth' });
  client.on('error', () => undefined);
  await client.connect();
});
afterEach(() => client.end());

const stored = () => queryRows<{ name: string }>(source, 'SELECT name FROM counters ORDER BY name');

describe('a transaction on a connection', () => {
  const insert = (name: string) => client.query('INSERT INTO counters VALUES ($1, 1)', [name]);

  it('is committed, and returns what its work returned', async () => {
    await expect(clientTransaction(client, async () => (await insert('a')).rowCount)).resolves.toBe(1);
    expect(await stored()).toEqual([{ name: 'a' }]);
  });

  it('is rolled back where its work fails, and the connection can be used again', async () => {
    const failing = clientTransaction(client, async () => {
      await insert('b');
      await insert('b');
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await clientTransaction(client, () => insert('c'));
    expect(await stored()).toEqual([{ name: 'c' }]);
  });

  it('fails with what broke its connection', async () => {
    const failing = clientTransaction(client, async () => {
      await insert('d');
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(failing).rejects.toMatchObject({ code: '57P01' });
    expect(await stored()).toEqual([]);
  });
});

describe('rows of a statement', () => {
  it('are returned alike by INSERT, UPDATE, SELECT and DELETE', async () => {
    const statements = [
      `INSERT INTO counters VALUES ('a', 1), ('b', 2) RETURNING name`,
      'UPDATE counters SET value = value + 1 RETURNING name',
      'SELECT name FROM counters',
      'DELETE FROM counters RETURNING name',
    ];
    for (const statement of statements)
      expect(await queryRows(source, statement)).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it('are one or null where at most one is asked for', async () => {
    await queryRows(source, `INSERT INTO counters VALUES ('a', 1)`);
    const increment = 'UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value';
    expect(await queryOne(source, increment, ['a'])).toEqual({ value: 2 });
    expect(await queryOne(source, increment, ['b'])).toBeNull();
  });
});
