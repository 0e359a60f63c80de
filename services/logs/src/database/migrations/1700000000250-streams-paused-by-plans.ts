import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which streams a plan has paused, and not their owner: they go on once the plan includes them again. */
export class StreamsPausedByPlans1700000000250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_streams ADD COLUMN paused_by_plan boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_streams DROP COLUMN paused_by_plan');
  }
}
