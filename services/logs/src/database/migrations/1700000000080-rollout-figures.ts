import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Figures of policy roll-outs, for each of their shares. Sites without one have no row. */
export class RolloutFigures1700000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rollout_tallies (
        rollout_id uuid NOT NULL,
        share_percent integer NOT NULL,
        site_no integer NOT NULL,
        live_requests bigint NOT NULL DEFAULT 0,
        live_blocked bigint NOT NULL DEFAULT 0,
        live_failed bigint NOT NULL DEFAULT 0,
        candidate_requests bigint NOT NULL DEFAULT 0,
        candidate_blocked bigint NOT NULL DEFAULT 0,
        candidate_failed bigint NOT NULL DEFAULT 0,
        followed_below bigint NOT NULL,
        followed integer NOT NULL DEFAULT 0,
        announced boolean NOT NULL DEFAULT false,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (rollout_id, share_percent)
      );
      CREATE INDEX rollout_tallies_by_age ON rollout_tallies (updated_at);
      CREATE TABLE rollout_visitors (
        rollout_id uuid NOT NULL,
        share_percent integer NOT NULL,
        visitor bigint NOT NULL,
        candidate boolean NOT NULL,
        blocked boolean NOT NULL,
        failed boolean NOT NULL,
        PRIMARY KEY (rollout_id, share_percent, visitor),
        FOREIGN KEY (rollout_id, share_percent) REFERENCES rollout_tallies ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rollout_visitors, rollout_tallies');
  }
}
