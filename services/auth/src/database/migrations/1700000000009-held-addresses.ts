import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that can still be taken back are looked up whenever an account gets one. */
export class HeldAddresses1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX email_tokens_held ON email_tokens (lower(email)) WHERE purpose = 'undo' AND used_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX email_tokens_held');
  }
}
