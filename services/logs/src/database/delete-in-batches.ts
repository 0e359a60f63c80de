import { affectedRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';

/** Rows per DELETE statement: transactions stay short beside ingestion, and none runs into the statement timeout. */
const ROWS_AT_ONCE = 10_000;

interface Deletion {
  table: string;
  /** SQL condition, with the values as $1 and so on. */
  condition: string;
  values: readonly unknown[];
  /** An indexed column that leads to the rows: a planner with little statistics would read the whole table. */
  orderBy?: string;
  rowsAtOnce?: number;
  /** Stops it between two statements: a repeat continues from there. */
  until?: AbortSignal | undefined;
}

/** @returns number of deleted rows @throws the reason of `until` */
export async function deleteInBatches(
  database: DataSource,
  { table, condition, values, orderBy, rowsAtOnce = ROWS_AT_ONCE, until }: Deletion,
): Promise<number> {
  const order = orderBy === undefined ? '' : `ORDER BY ${orderBy}`;
  let deleted = 0;
  for (;;) {
    until?.throwIfAborted();
    const count = await affectedRows(
      database,
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${condition} ${order} LIMIT ${rowsAtOnce}))`,
      [...values],
    );
    deleted += count;
    if (count < rowsAtOnce) return deleted;
  }
}
