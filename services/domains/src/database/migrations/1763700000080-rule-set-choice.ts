import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The copies of plans say what billing's migration of the same name has put into the plans themselves. */
export class RuleSetChoice1763700000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE owner_plans
      SET entitlements = entitlements || jsonb_build_object('ruleSetChoice', coalesce(entitlements -> 'botProtection', 'false'))
      WHERE NOT entitlements ? 'ruleSetChoice'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE owner_plans SET entitlements = entitlements - 'ruleSetChoice'`);
  }
}
