import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Shadow rules, which judge beside a site's own and decide nothing: number of legitimate requests that each would have
 * blocked.
 */
export class RolloutRules1700000000130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rollout_rules (
        rollout_id uuid NOT NULL,
        share_percent integer NOT NULL,
        rule_id bigint NOT NULL,
        requests bigint NOT NULL,
        PRIMARY KEY (rollout_id, share_percent, rule_id),
        FOREIGN KEY (rollout_id, share_percent) REFERENCES rollout_tallies ON DELETE CASCADE
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rollout_rules');
  }
}
