import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A removed list's row has no contents any more, is deleted after a while, and counts towards the lists created in a
 * day.
 */
export class RemovedLists1763700000380 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Another version, as the edges have its name, too.
    await runner.query(`
      UPDATE client_lists SET version = version + 1, name = 'removed', note = '', url = NULL, etag = NULL,
        last_modified = NULL, refused_lines = '[]'
      WHERE removed_at IS NOT NULL`);
    await runner.query('CREATE INDEX client_lists_created ON client_lists (owner_id, created_at)');
    await runner.query(
      'CREATE INDEX client_lists_removed ON client_lists (removed_at) WHERE removed_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX client_lists_removed');
    await runner.query('DROP INDEX client_lists_created');
  }
}
