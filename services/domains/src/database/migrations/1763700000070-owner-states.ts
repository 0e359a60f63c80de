import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners whose accounts were closed or deactivated, for what they had begun just before; and since when a claim's token holds. */
export class OwnerStates1763700000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE owner_states (
        owner_id uuid PRIMARY KEY,
        state text NOT NULL CHECK (state IN ('disabled', 'closed')),
        since timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO owner_states (owner_id, state) SELECT DISTINCT owner_id, 'disabled' FROM domains WHERE owner_disabled;

      ALTER TABLE domains ADD COLUMN token_issued_at timestamptz NOT NULL DEFAULT now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domains DROP COLUMN token_issued_at;
      DROP TABLE owner_states;
    `);
  }
}
