import { allowSilence, clientTransaction } from '@palisade/nest-kit';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

/**
 * A transaction without statement_timeout and idle_in_transaction_session_timeout: copying a large table takes longer.
 */
export async function withoutStatementTimeout<T>(
  database: DataSource,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const runner = database.createQueryRunner();
  const client = (await runner.connect()) as PoolClient;
  const endSilence = allowSilence(client);
  try {
    return await clientTransaction(client, async () => {
      await client.query('SET LOCAL statement_timeout = 0');
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      return await work(client);
    });
  } finally {
    endSilence();
    await runner.release();
  }
}
