import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erased clients, for records that edges deliver later. The address is encrypted: nothing else of the person stays. */
export class ClientErasures1700000000240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE client_erasures (
        erasure_id uuid PRIMARY KEY,
        site_id text NOT NULL,
        address text NOT NULL,
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        erased_at timestamptz NOT NULL,
        rounds_done integer NOT NULL DEFAULT 1,
        next_at timestamptz NOT NULL,
        claimed_until timestamptz NOT NULL DEFAULT '-infinity'
      )`);
    await runner.query('CREATE INDEX client_erasures_due ON client_erasures (next_at)');
    await runner.query('CREATE INDEX client_erasures_by_site ON client_erasures (site_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_erasures');
  }
}
