import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Outbox of blocks for an external log store. Usually sent within a second, so the table is small and compression is
 * not worth it.
 */
export class LogBlocks1700000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_blocks (
        block_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        token uuid NOT NULL DEFAULT gen_random_uuid(),
        target text NOT NULL,
        body bytea NOT NULL
      )`);
    await runner.query('ALTER TABLE log_blocks ALTER COLUMN body SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_blocks');
  }
}
