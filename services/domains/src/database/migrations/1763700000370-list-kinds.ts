import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of other things than addresses, and since when a source fails, so that its owner is notified. */
export class ListKinds1763700000370 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE client_lists
        ADD COLUMN holds text NOT NULL DEFAULT 'addresses'
          CHECK (holds IN ('addresses', 'asns', 'countries', 'user_agents', 'fingerprints')),
        -- Null: its source answered last, or nobody has asked it.
        ADD COLUMN failing_since timestamptz,
        -- When its owner was told that it fails; null: not since it does.
        ADD COLUMN told_failing_at timestamptz`);
    await runner.query(
      'UPDATE client_lists SET failing_since = last_failed_at WHERE last_error IS NOT NULL AND removed_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // Kinds that the previous version cannot read.
    await runner.query(`DELETE FROM client_lists WHERE holds <> 'addresses'`);
    await runner.query(
      'ALTER TABLE client_lists DROP COLUMN holds, DROP COLUMN failing_since, DROP COLUMN told_failing_at',
    );
  }
}
