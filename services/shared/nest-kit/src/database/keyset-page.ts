import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

export interface KeysetPage {
  table: string;
  /** By property, the column; together unique. All go in one direction, so that an index is read from its end or its beginning. */
  columns: Readonly<Record<string, string>>;
  direction: 'asc' | 'desc';
  /** The id of the last row of the page before; undefined: the first page. */
  after: string | undefined;
}

/**
 * Puts a list in its order, and has it go on behind a row: a far page takes as long as the first, and rows that come meanwhile neither
 * show twice nor push others past. Behind an id that no row has there is nothing.
 */
export function orderBehind<Row extends ObjectLiteral>(
  rows: SelectQueryBuilder<Row>,
  { table, columns, direction, after }: KeysetPage,
): void {
  const properties = Object.keys(columns).map((property) => `${rows.alias}.${property}`);
  for (const property of properties) rows.addOrderBy(property, direction === 'asc' ? 'ASC' : 'DESC');
  if (after === undefined) return;
  const there = Object.values(columns).map((column) => `(SELECT ${column} FROM ${table} WHERE id = :after)`);
  const beyond = direction === 'asc' ? '>' : '<';
  // nosemgrep: no-sql-from-text -- names of tables and columns are the callers' own; values are bound
  rows.andWhere(`(${properties.join(', ')}) ${beyond} (${there.join(', ')})`, { after });
}
