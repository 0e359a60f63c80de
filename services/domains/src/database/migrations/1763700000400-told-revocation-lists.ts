import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Revocation lists whose owners were notified that the next one is due. */
export class ToldRevocationLists1763700000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE told_revocation_lists (
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        list text NOT NULL,
        next_update timestamptz NOT NULL,
        is_over boolean NOT NULL,
        PRIMARY KEY (domain_id, list, next_update, is_over)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE told_revocation_lists');
  }
}
