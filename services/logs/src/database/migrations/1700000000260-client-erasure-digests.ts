import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row for one deletion of a visitor, however often it is repeated: known by a keyed digest, which those from before have not. And
 * whether anything was found in the round that goes on, which whoever goes on with it has not seen.
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
