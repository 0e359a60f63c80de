import { COMPLETE_USER_PLANS } from '@palisade/entitlements/user-plans';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Copies of plans have the name and the shape that they have in every service. The version from before knows them as
 * `owner_plans`, and reads and writes the same rows by that name while it is being replaced; a later migration drops the view.
 */
export class UserPlans1763700000090 implements MigrationInterface {
  static readonly contract = {
    since: '2026-11-23',
    why: 'the version before goes on with the view of the old name',
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE owner_plans RENAME TO user_plans;
      ALTER TABLE user_plans RENAME COLUMN owner_id TO user_id;
      ALTER INDEX owner_plans_pkey RENAME TO user_plans_pkey;
      ${COMPLETE_USER_PLANS}
      CREATE VIEW owner_plans AS
        SELECT user_id AS owner_id, plan_slug, plan_name, entitlements, revision, updated_at FROM user_plans;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW owner_plans;
      DROP INDEX user_plans_slug;
      ALTER INDEX user_plans_pkey RENAME TO owner_plans_pkey;
      ALTER TABLE user_plans RENAME COLUMN user_id TO owner_id;
      ALTER TABLE user_plans RENAME TO owner_plans;
    `);
  }
}
