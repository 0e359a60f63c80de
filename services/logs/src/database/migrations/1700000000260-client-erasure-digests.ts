import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row for one erasure of a client, however often it is repeated: identified by a keyed digest, which older rows
 * lack. And whether the current round has found anything, for the instance that continues it.
 */
export class ClientErasureDigests1700000000260 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE client_erasures
        ADD COLUMN digest text UNIQUE,
        ADD COLUMN found_any boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client_erasures DROP COLUMN digest, DROP COLUMN found_any');
  }
}
