import type { EntityManager } from 'typeorm';

/** A data source, or the manager of an open transaction. */
type SqlExecutor = Pick<EntityManager, 'query'>;

const isPair = (answer: unknown): answer is [unknown[], number] =>
  Array.isArray(answer) && answer.length === 2 && Array.isArray(answer[0]) && typeof answer[1] === 'number';

/** TypeORM returns rows for SELECT and INSERT, but [rows, count] for UPDATE and DELETE; this always returns rows. */
export async function queryRows<Row>(
  sql: SqlExecutor,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const answer: unknown = await sql.query(statement, [...parameters]);
  return (isPair(answer) ? answer[0] : answer) as Row[];
}

/** Number of rows that an UPDATE or DELETE has changed. */
export async function affectedRows(
  sql: SqlExecutor,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<number> {
  const answer: unknown = await sql.query(statement, [...parameters]);
  if (!isPair(answer)) throw new Error('only UPDATE and DELETE have a number of affected rows');
  return answer[1];
}

/** The row of a statement that returns at most one, or null. */
export async function queryOne<Row>(
  sql: SqlExecutor,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Row | null> {
  const [row] = await queryRows<Row>(sql, statement, parameters);
  return row ?? null;
}
