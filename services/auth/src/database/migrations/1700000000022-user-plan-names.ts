import { COMPLETE_USER_PLANS } from '@palisade/entitlements/user-plans';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives copies of plans the shape that they have in every service. */
export class UserPlanNames1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COMPLETE_USER_PLANS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_plans DROP COLUMN plan_name, DROP COLUMN updated_at');
  }
}
