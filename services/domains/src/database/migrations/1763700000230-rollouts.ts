import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of policies that are, or were, given to a share of a site's visitors first. */
export class Rollouts1763700000230 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rollouts (
        id uuid PRIMARY KEY,
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        author_id uuid NOT NULL,
        base_version integer NOT NULL,
        policy jsonb NOT NULL,
        changes jsonb NOT NULL,
        shares integer[] NOT NULL,
        share_percent integer NOT NULL,
        step_minutes integer NOT NULL,
        tolerance_percent double precision NOT NULL,
        state text NOT NULL CHECK (state IN ('running', 'promoted', 'taken_back')),
        decided_by text CHECK (decided_by IN ('owner', 'watcher')),
        reason text NOT NULL DEFAULT '',
        figures jsonb,
        started_at timestamptz NOT NULL,
        step_started_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      CREATE UNIQUE INDEX rollouts_running ON rollouts (domain_id) WHERE state = 'running';
      CREATE INDEX rollouts_of_domain ON rollouts (domain_id, started_at);
      ALTER TABLE waf_config_versions
        DROP CONSTRAINT waf_config_versions_change_kind_check,
        ADD CONSTRAINT waf_config_versions_change_kind_check
          CHECK (change_kind IN ('created', 'saved', 'rolled_back', 'rolled_out'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE rollouts;
      UPDATE waf_config_versions SET change_kind = 'saved' WHERE change_kind = 'rolled_out';
      ALTER TABLE waf_config_versions
        DROP CONSTRAINT waf_config_versions_change_kind_check,
        ADD CONSTRAINT waf_config_versions_change_kind_check
          CHECK (change_kind IN ('created', 'saved', 'rolled_back'));
    `);
  }
}
