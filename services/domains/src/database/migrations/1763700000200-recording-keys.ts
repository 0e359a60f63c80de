import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Encryption keys of sites' recorded traffic. Deleting the row makes all of it unreadable. */
export class RecordingKeys1763700000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE recording_keys (
        domain_id uuid PRIMARY KEY REFERENCES domains (id) ON DELETE CASCADE,
        sealed_key text NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recording_keys');
  }
}
