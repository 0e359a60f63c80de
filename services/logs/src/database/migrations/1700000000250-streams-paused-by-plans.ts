import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Streams that were paused because the plan excludes them: they resume once it includes them again. */
export class StreamsPausedByPlans1700000000250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_streams ADD COLUMN paused_by_plan boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_streams DROP COLUMN paused_by_plan');
  }
}
