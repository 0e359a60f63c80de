import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Streams of log records to servers of owners and of the operator. Each row has the number of the chunk that it was
 * stored with; chunks of followed sites are listed in the order in which they became visible, and a stream's cursor is
 * a position in that list.
 */
export class LogStreams1700000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE log_transactions');
    await runner.query('ALTER TABLE request_logs ADD COLUMN chunk_no bigint NOT NULL DEFAULT 0');
    await runner.query(`
      CREATE TABLE stored_chunks (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        chunk_no bigint NOT NULL,
        site_no integer NOT NULL,
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        rows integer NOT NULL,
        bytes integer NOT NULL,
        stored_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX stored_chunks_of_site ON stored_chunks (site_no, position)');
    await runner.query('CREATE INDEX stored_chunks_by_age ON stored_chunks (stored_at)');
    await runner.query(`
      CREATE TABLE log_streams (
        stream_id uuid PRIMARY KEY,
        owner_id uuid,
        site_id text,
        site_no integer,
        site_name text NOT NULL,
        name text NOT NULL,
        kind text NOT NULL,
        hint text NOT NULL,
        target_sealed text NOT NULL,
        secret_sealed text,
        previous_secret_sealed text,
        previous_secret_until timestamptz,
        format text NOT NULL,
        filter jsonb NOT NULL,
        sample_percent double precision NOT NULL,
        is_active boolean NOT NULL DEFAULT true,
        gather_seconds integer NOT NULL,
        position bigint NOT NULL,
        pending_position bigint,
        claim uuid,
        claimed_until timestamptz NOT NULL DEFAULT '-infinity',
        next_at timestamptz NOT NULL DEFAULT now(),
        failures integer NOT NULL DEFAULT 0,
        last_error text,
        last_status integer,
        last_answer text NOT NULL DEFAULT '',
        last_failed_at timestamptz,
        last_delivered_at timestamptz,
        delivered_records bigint NOT NULL DEFAULT 0,
        delivered_bytes bigint NOT NULL DEFAULT 0,
        lost_records bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX log_streams_by_owner ON log_streams (owner_id, created_at)');
    await runner.query('CREATE INDEX log_streams_by_site ON log_streams (site_no)');
    await runner.query('CREATE INDEX log_streams_due ON log_streams (next_at) WHERE is_active');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_streams, stored_chunks');
    await runner.query('ALTER TABLE request_logs DROP COLUMN chunk_no');
    await runner.query('DROP SEQUENCE log_transactions');
  }
}
