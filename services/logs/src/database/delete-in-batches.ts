import type { DataSource } from 'typeorm';

/** Rows a statement deletes: transactions stay short beside those that store new records, and none is ended for the time it takes. */
const ROWS_AT_ONCE = 10_000;

interface Deletion {
  table: string;
  /** Of SQL, with the values as $1 and so on. */
  condition: string;
  values: readonly unknown[];
  /** The column whose index leads to the rows: a planner that knows little of a table would read all of it. */
  orderBy?: string;
  rowsAtOnce?: number;
  /** Ends it between two statements: a repeat goes on where it was. */
  until?: AbortSignal | undefined;
}

/** @returns how many rows were deleted @throws the reason of `until` */
export async function deleteInBatches(
  database: DataSource,
  { table, condition, values, orderBy, rowsAtOnce = ROWS_AT_ONCE, until }: Deletion,
): Promise<number> {
  const order = orderBy === undefined ? '' : `ORDER BY ${orderBy}`;
  let deleted = 0;
  for (;;) {
    until?.throwIfAborted();
    // A DELETE answers [rows, count].
    const [, count]: [unknown, number] = await database.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${condition} ${order} LIMIT ${rowsAtOnce}))`,
      [...values],
    );
    deleted += count;
    if (count < rowsAtOnce) return deleted;
  }
}
