import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Anybody can fill in the form without a link from a mail: that alone does not stop an account's own reports. */
export class ProvenUnsubscriptions1763800000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE suppressions ADD COLUMN is_proven boolean NOT NULL DEFAULT true');
    await runner.query("ALTER TABLE unsubscriptions ADD COLUMN client_network text NOT NULL DEFAULT ''");
    await runner.query(
      `CREATE INDEX unsubscriptions_by_network ON unsubscriptions (client_network, created_at) WHERE via = 'form'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX unsubscriptions_by_network');
    await runner.query('ALTER TABLE unsubscriptions DROP COLUMN client_network');
    await runner.query('ALTER TABLE suppressions DROP COLUMN is_proven');
  }
}
