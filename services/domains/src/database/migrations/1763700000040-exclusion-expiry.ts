import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the document that an edge has stops being right by itself. Stored configurations are left as they are: those from
 * before custom rules and exclusions existed read as having none.
 */
export class ExclusionExpiry1763700000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE publications ADD COLUMN next_expiry_at timestamptz');
    await runner.query(
      'CREATE INDEX publications_next_expiry ON publications (next_expiry_at) WHERE next_expiry_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE publications DROP COLUMN next_expiry_at');
  }
}
