import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hosts that have pointed to us, and since when they do not. */
export class TrafficWatch1763700000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE traffic_watch (
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        host varchar(253) NOT NULL,
        away_since timestamptz,
        told_at timestamptz,
        PRIMARY KEY (domain_id, host)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE traffic_watch');
  }
}
