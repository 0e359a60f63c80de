import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records of the last seconds for sites shown live, as text, a row per transaction: live views need not read them from
 * the log store, whichever process has stored them. What a crash of the database server loses is read from the log
 * store.
 */
export class FreshRecords1700000000175 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE fresh_records (
        transaction_no bigint PRIMARY KEY,
        stored_at timestamptz NOT NULL,
        text bytea NOT NULL
      )
    `);
    // Read once or twice, and deleted within seconds: compression costs more than it saves.
    await runner.query('ALTER TABLE fresh_records ALTER COLUMN text SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fresh_records');
  }
}
