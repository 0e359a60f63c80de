import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Installation } from '../base/installation.ts';
import { migrationsIn } from '../base/migration-state.ts';
import { OperatorError } from '../base/operator-error.ts';
import type { Manifest } from './manifest.ts';

const CONNECT_MS = 3_000;
const ANSWER_MS = 8_000;
const TRIES = 20;
const PAUSE_MS = 100;

/** All of an installation that must be of one time. */
export interface Moment {
  /** For other connections to the database to read the same (`SET TRANSACTION SNAPSHOT`). */
  snapshot: string;
  migrations: Manifest['migrations'];
  /** The file of secrets. */
  secrets: string;
}

/**
 * Rotating keys goes on meanwhile: a key is in the file before anything in the database is made with it, and stays until nothing is any more. So a file
 * that is the same before and after the moment of the snapshot has every key that the snapshot needs.
 * @param work has to use the snapshot before it ends
 * @throws OperatorError `secrets_change`
 */
export async function atOneMoment<T>(
  url: string,
  { secretsFile }: Pick<Installation, 'secretsFile'>,
  work: (moment: Moment) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    application_name: 'palisade-operator',
  });
  // Once others have its snapshot, the connection is of no use to them any more.
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await readFile(secretsFile, 'utf8');
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
      const secrets = await readFile(secretsFile, 'utf8');
      if (secrets === before) {
        const query = async <Row>(text: string, values?: unknown[]) =>
          (await client.query(text, values)).rows as Row[];
        return await work({ snapshot: rows[0]!.snapshot, migrations: await migrationsIn(query), secrets });
      }
      await client.query('ROLLBACK');
      await pause(PAUSE_MS);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new OperatorError(
    'secrets_change',
    `The secrets in ${secretsFile} are changed again and again.`,
    'Wait for the end of what changes them, then run the same again.',
  );
}
