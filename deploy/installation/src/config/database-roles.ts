import pg from 'pg';

/**
 * Creates a role, named like the service by default, that owns the schema of that name and has access to nothing else.
 */
export async function createServiceRole(
  adminUrl: string,
  service: string,
  password: string,
  roleName = service,
): Promise<string> {
  const [role, schema] = [pg.escapeIdentifier(roleName), pg.escapeIdentifier(service)];
  const { rowCount } = await query(adminUrl, 'SELECT 1 FROM pg_roles WHERE rolname = $1', [roleName]);
  await query(
    adminUrl,
    `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`,
  );
  await query(adminUrl, `CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
  await query(adminUrl, `ALTER ROLE ${role} SET search_path = ${schema}`);
  const url = new URL(adminUrl);
  url.username = roleName;
  url.password = password;
  return url.href;
}

/** One question on a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  // A server that is shut down while it says hello reports twice: to the query, and here.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(text, values);
  } finally {
    await client.end().catch(() => undefined);
  }
}
