import pg from 'pg';

const CONNECT_MS = 3000;
const ANSWER_MS = 8000;
/** One question on a connection of its own, bounded in time on both sides. */
export async function ask(url, text, values = []) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    statement_timeout: ANSWER_MS,
    application_name: 'palisade-operator',
  });
  // A server that is shut down while it says hello reports twice: to the query, and here.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
