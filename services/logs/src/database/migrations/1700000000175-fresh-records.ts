import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was stored within the last seconds of sites that somebody looks at live, as text, a row a transaction: live views need not read
 * it out of the log store, whichever process has stored it. What a crash of the database server takes is read there.
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
    // It is read once or twice, and gone within seconds: to compress it costs more than it saves.
    await runner.query('ALTER TABLE fresh_records ALTER COLUMN text SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fresh_records');
  }
}
