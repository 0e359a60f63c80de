import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Under what sites' recorded traffic is sealed. With the key's row goes all that anybody could read of it. */
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
