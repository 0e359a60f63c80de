import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uses of the money-back guarantee by owners: one per account, mailbox and domain. Hashes outlive the account. */
export class GuaranteeUses1763700000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE guarantee_uses (
        kind text NOT NULL CHECK (kind IN ('account', 'email', 'domain')),
        value_hash bytea NOT NULL,
        order_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (kind, value_hash)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE guarantee_uses');
  }
}
