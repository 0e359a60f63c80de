import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when an instance alone asks a list's source. */
export class ListClaims1763700000310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE client_lists ADD COLUMN claimed_until timestamptz NOT NULL DEFAULT '-infinity'`,
    );
    await runner.query(
      `CREATE INDEX client_lists_claimed ON client_lists (claimed_until) WHERE claimed_until > '-infinity'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client_lists DROP COLUMN claimed_until');
  }
}
