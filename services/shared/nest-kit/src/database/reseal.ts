import { DataSource } from 'typeorm';
import { type SecretBox, SecretBoxError } from '../crypto/secret-box.ts';
import { affectedRows } from './rows.ts';

/** A column with encrypted texts. The names are the service's own, never user input. */
export interface SealedColumn {
  table: string;
  /** The primary key, and its type in SQL. */
  id: string;
  type: 'uuid' | 'integer' | 'bigint' | 'text';
  column: string;
  context: (id: string) => string;
}

export interface Resealed {
  resealed: number;
  /** Values that no known key opens: nobody could read them before either. */
  unreadable: number;
}

/** Rows per statement, and maximum rows locked in one transaction. */
const BATCH = 500;

/**
 * Re-encrypts values under the current key, in batches, while the service runs. A value that changed in between stays
 * as the service wrote it. After an interruption the next call continues.
 */
export async function resealColumns(
  url: string,
  schema: string,
  columns: readonly SealedColumn[],
  box: SecretBox,
): Promise<Resealed> {
  const database = await new DataSource({
    type: 'postgres',
    url,
    poolSize: 1,
    extra: { options: `-c search_path=${schema}`, statement_timeout: 30_000 },
  }).initialize();
  const sum: Resealed = { resealed: 0, unreadable: 0 };
  try {
    for (const column of columns) await resealColumn(database, column, box, sum);
    return sum;
  } finally {
    await database.destroy();
  }
}

async function resealColumn(
  database: DataSource,
  { table, id, type, column, context }: SealedColumn,
  box: SecretBox,
  sum: Resealed,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const rows: { id: string; value: string | null }[] = await database.query(
      `SELECT ${id}::text AS id, ${column} AS value FROM ${table}
        ${after === null ? '' : `WHERE ${id} > $1::${type}`} ORDER BY ${table}.${id} LIMIT ${BATCH}`,
      after === null ? [] : [after],
    );
    const changes = rows.flatMap(({ id: row, value }) => {
      if (!value || !box.isOfOldKey(value)) return [];
      try {
        return [{ row, value, next: box.seal(box.open(value, context(row)), context(row)) }];
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error;
        sum.unreadable++;
        return [];
      }
    });
    if (changes.length > 0) {
      const changed = await affectedRows(
        database,
        `UPDATE ${table} t SET ${column} = n.next
           FROM unnest($1::text[], $2::text[], $3::text[]) AS n (id, value, next)
          WHERE t.${id} = n.id::${type} AND t.${column} = n.value`,
        [changes.map((one) => one.row), changes.map((one) => one.value), changes.map((one) => one.next)],
      );
      sum.resealed += changed;
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}
