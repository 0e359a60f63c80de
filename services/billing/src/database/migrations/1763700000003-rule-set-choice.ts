import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans say whether sites may run another rule set: those that include bot protection do, unless an administrator has said so. */
export class RuleSetChoice1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE plans
      SET entitlements = entitlements || jsonb_build_object('ruleSetChoice', coalesce(entitlements -> 'botProtection', 'false'))
      WHERE NOT entitlements ? 'ruleSetChoice'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE plans SET entitlements = entitlements - 'ruleSetChoice'`);
  }
}
