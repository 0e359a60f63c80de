import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';

/** All rows of all tables as text, by table; binary columns as hexadecimal and once more as what they hold. */
export async function dumpPostgres(url: string): Promise<Map<string, Buffer>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
      `SELECT format('%I.%I', c.table_schema, c.table_name) AS name,
              array_agg(c.column_name::text) FILTER (WHERE c.data_type = 'bytea') AS columns
         FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
        GROUP BY 1`,
    );
    const dump = new Map<string, Buffer>();
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      const parts: Buffer[] = rows.map(({ row }) => Buffer.from(`${row}\n`));
      for (const column of columns ?? []) {
        const binary = await client.query<{ value: Buffer | null }>(
          `SELECT ${pg.escapeIdentifier(column)} AS value FROM ${name}`,
        );
        parts.push(...binary.rows.flatMap(({ value }) => (value === null ? [] : [value])));
      }
      dump.set(name, Buffer.concat(parts));
    }
    return dump;
  } finally {
    await client.end();
  }
}

/** Has everything that is in the database's memory written to its files. */
export async function writeToDisk(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('CHECKPOINT').finally(() => client.end());
}

/** All keys of a Redis with what they hold, of the databases 0 to 2. */
export async function dumpRedis(url: string): Promise<Map<string, Buffer>> {
  const dump = new Map<string, Buffer>();
  for (const database of [0, 1, 2]) {
    const client = new Redis(url, { db: database });
    try {
      for (const key of await client.keys('*')) {
        dump.set(`${database}/${key}`, flat([key, await contentOf(client, key)]));
      }
    } finally {
      client.disconnect();
    }
  }
  return dump;
}

async function contentOf(client: Redis, key: string): Promise<unknown> {
  const type = await client.type(key);
  switch (type) {
    case 'string':
      return client.getBuffer(key);
    case 'hash':
      return client.callBuffer('HGETALL', key);
    case 'list':
      return client.callBuffer('LRANGE', key, '0', '-1');
    case 'set':
      return client.callBuffer('SMEMBERS', key);
    case 'zset':
      return client.callBuffer('ZRANGE', key, '0', '-1');
    case 'stream':
      return client.callBuffer('XRANGE', key, '-', '+');
    case 'none':
      return ''; // It expired meanwhile.
    default:
      throw new Error(`${key} is a ${type}, which is not looked into`);
  }
}

/** Answers nest as deep as the server likes. */
function flat(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Map) return flat([...value.entries()]);
  if (Array.isArray(value)) return Buffer.concat(value.flatMap((item) => [flat(item), Buffer.from('\n')]));
  if (typeof value === 'object' && value !== null) return flat(Object.entries(value));
  return Buffer.from(String(value));
}

/** Every file below a folder, by its path from there. */
export function* filesBelow(folder: string, except: (file: string) => boolean): Generator<[string, Buffer]> {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, entry);
    if (except(entry) || !isFile(file)) continue;
    yield [entry, readFileSync(file)];
  }
}

/** Databases remove files at any time. */
const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
