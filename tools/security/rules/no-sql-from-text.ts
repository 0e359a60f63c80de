declare const database: { query(text: string, values?: unknown[]): Promise<void> };

export async function find(name: string): Promise<void> {
  // ruleid: no-sql-from-text
  await database.query('SELECT 1 FROM domains WHERE name = ' + name);
  // ok: no-sql-from-text
  await database.query('SELECT 1 FROM domains WHERE name = $1', [name]);
}
