import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Exported log files. A part is a whole gzip member and is stored in one transaction with the export's position: any
 * instance can continue after the last part, and the parts together are the file.
 */
export class LogExports1700000000090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_exports (
        export_id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        domain_name text NOT NULL,
        site_ids text[] NOT NULL,
        format text NOT NULL,
        status text,
        filter jsonb NOT NULL,
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        most_rows bigint NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        is_whole boolean NOT NULL DEFAULT true,
        rows bigint NOT NULL DEFAULT 0,
        bytes bigint NOT NULL DEFAULT 0,
        parts integer NOT NULL DEFAULT 0,
        position_at timestamptz,
        position_id text,
        claim uuid,
        claimed_until timestamptz NOT NULL DEFAULT '-infinity',
        next_at timestamptz NOT NULL DEFAULT now(),
        failures integer NOT NULL DEFAULT 0,
        is_announced boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX log_exports_by_owner ON log_exports (owner_id, created_at)');
    await runner.query(
      `CREATE INDEX log_exports_due ON log_exports (next_at) WHERE state IN ('waiting', 'running')`,
    );
    await runner.query(`
      CREATE TABLE log_export_parts (
        export_id uuid NOT NULL REFERENCES log_exports ON DELETE CASCADE,
        part_no integer NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (export_id, part_no)
      )`);
    // The parts are compressed already.
    await runner.query('ALTER TABLE log_export_parts ALTER COLUMN bytes SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_export_parts, log_exports');
  }
}
