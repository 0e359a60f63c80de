import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Edge nodes that an operator has drained, until they are taken back. */
export class EdgeDrains1763700000210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE edge_controls ADD COLUMN draining text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE edge_controls DROP COLUMN draining');
  }
}
