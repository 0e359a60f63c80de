import type { QueryRunner } from 'typeorm';

interface IndexDefinition {
  /** Begins with the table's name, as those of its partitions begin with theirs. */
  name: string;
  table: string;
  columns: string;
  /** Absent: a B-tree. */
  using?: 'brin';
  /** Its storage parameters. */
  parameters?: string;
  where?: string;
}

/** A partition that retention has dropped meanwhile. */
const UNDEFINED_TABLE = '42P01';

/**
 * Builds an index concurrently, on a partitioned table partition by partition: an ordinary build blocks writes for as
 * long as it takes to read the table. An interrupted build can be repeated. Its migration has `transaction = false`:
 * PostgreSQL builds concurrently only outside of transactions.
 */
export async function buildIndex(runner: QueryRunner, index: IndexDefinition): Promise<void> {
  const { name, table } = index;
  if (!(await isPartitioned(runner, table))) {
    await buildConcurrently(runner, index);
    return;
  }
  await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${rest(index)}`);
  for (const partition of await partitionsOf(runner, table)) {
    const part = { ...index, name: partition + name.slice(table.length), table: partition };
    if (await isAttached(runner, name, partition)) continue;
    try {
      await buildIndex(runner, part);
      await runner.query(`ALTER INDEX ${name} ATTACH PARTITION ${part.name}`);
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    }
  }
}

async function buildConcurrently(runner: QueryRunner, index: IndexDefinition): Promise<void> {
  const [found]: { valid: boolean }[] = await runner.query(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index.name],
  );
  if (found?.valid) return;
  // An interrupted attempt leaves an invalid index, which is maintained but not used.
  if (found) await runner.query(`DROP INDEX CONCURRENTLY ${index.name}`);
  const [before]: { lock_timeout: string }[] = await runner.query('SHOW lock_timeout');
  // Waiting for older transactions blocks nobody, and is no reason to start again.
  await runner.query('SET lock_timeout = 0');
  try {
    await runner.query(`CREATE INDEX CONCURRENTLY ${index.name} ON ${rest(index)}`);
  } finally {
    await runner.query(`SET lock_timeout = '${before?.lock_timeout ?? 0}'`);
  }
}

const rest = ({ table, using, columns, parameters, where }: IndexDefinition): string =>
  [
    `${table} USING ${using ?? 'btree'} (${columns})`,
    ...(parameters === undefined ? [] : [`WITH (${parameters})`]),
    ...(where === undefined ? [] : [`WHERE ${where}`]),
  ].join(' ');

async function isPartitioned(runner: QueryRunner, table: string): Promise<boolean> {
  const [found]: { kind: string }[] = await runner.query(
    'SELECT relkind AS kind FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  );
  return found?.kind === 'p';
}

async function partitionsOf(runner: QueryRunner, table: string): Promise<string[]> {
  const rows: { name: string }[] = await runner.query(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass($1) AND NOT i.inhdetachpending ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** One that was made meanwhile has the index already, under a name that PostgreSQL chose. */
async function isAttached(runner: QueryRunner, name: string, partition: string): Promise<boolean> {
  const rows: unknown[] = await runner.query(
    `SELECT 1 FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid
     WHERE i.inhparent = to_regclass($1) AND x.indrelid = to_regclass($2) AND x.indisvalid`,
    [name, partition],
  );
  return rows.length > 0;
}
