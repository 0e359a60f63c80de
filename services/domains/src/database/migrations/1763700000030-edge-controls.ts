import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator's controls of all edge nodes, in one row, from which Redis is restored after an outage. */
export class EdgeControls1763700000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE edge_controls (
        id integer PRIMARY KEY CHECK (id = 1),
        version integer NOT NULL,
        switched_off text[] NOT NULL,
        candidate_percent integer NOT NULL CHECK (candidate_percent BETWEEN 0 AND 100),
        changed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      `INSERT INTO edge_controls (id, version, switched_off, candidate_percent) VALUES (1, 1, '{}', 0)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE edge_controls');
  }
}
