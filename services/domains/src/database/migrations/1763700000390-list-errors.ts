import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Former names of errors, which said addresses of lists of anything; they stand where a fetch failed last. */
const RENAMED = {
  address_set_too_large: 'list_too_large',
  address_set_not_addresses: 'list_not_addresses',
} as const;

export class ListErrors1763700000390 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [before, after] of Object.entries(RENAMED)) await rename(runner, before, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [before, after] of Object.entries(RENAMED)) await rename(runner, after, before);
  }
}

async function rename(runner: QueryRunner, from: string, to: string): Promise<void> {
  await runner.query('UPDATE client_lists SET last_error = $2 WHERE last_error = $1', [from, to]);
}
