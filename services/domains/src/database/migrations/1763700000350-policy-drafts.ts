import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Saved drafts of configuration changes, which have no effect. */
export class PolicyDrafts1763700000350 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE policy_drafts (
        id uuid PRIMARY KEY,
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        name text NOT NULL,
        note text NOT NULL,
        change jsonb NOT NULL,
        base_version integer NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX policy_drafts_of_domain ON policy_drafts (domain_id, updated_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE policy_drafts');
  }
}
