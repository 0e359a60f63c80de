import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Candidates of rule releases, and how far each site has come with them. */
export class RuleRollouts1763700000340 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rule_rollouts (
        id uuid PRIMARY KEY,
        release text NOT NULL,
        candidate text NOT NULL,
        author_id uuid NOT NULL,
        started_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      CREATE UNIQUE INDEX rule_rollouts_running ON rule_rollouts (release) WHERE ended_at IS NULL;
      CREATE TABLE rule_rollout_sites (
        id uuid PRIMARY KEY,
        rollout_id uuid NOT NULL REFERENCES rule_rollouts (id) ON DELETE CASCADE,
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        stage text NOT NULL CHECK (stage IN ('shadow', 'promoted', 'held')),
        decided_by text CHECK (decided_by IN ('watcher', 'owner', 'operator')),
        reason text NOT NULL DEFAULT '',
        figures jsonb,
        started_at timestamptz NOT NULL,
        decided_at timestamptz,
        unpublished boolean NOT NULL DEFAULT true,
        UNIQUE (rollout_id, domain_id)
      );
      CREATE INDEX rule_rollout_sites_of_domain ON rule_rollout_sites (domain_id);
      CREATE INDEX rule_rollout_sites_unpublished ON rule_rollout_sites (started_at) WHERE unpublished;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rule_rollout_sites, rule_rollouts');
  }
}
