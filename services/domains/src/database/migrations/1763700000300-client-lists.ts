import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists of addresses used by the sites of an owner, or of all owners. The row of a removed list stays, as its version
 * must never be reused: edges know it.
 */
export class ClientLists1763700000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE client_lists (
        id uuid PRIMARY KEY,
        -- Null: the operator's, for everybody.
        owner_id uuid,
        name text NOT NULL,
        note text NOT NULL,
        source text NOT NULL CHECK (source IN ('hand', 'url')),
        url text,
        interval_minutes integer,
        etag text,
        last_modified text,
        -- As edges take it; what it was made from is not kept.
        content bytea NOT NULL,
        entries integer NOT NULL,
        refused integer NOT NULL DEFAULT 0,
        refused_lines jsonb NOT NULL DEFAULT '[]',
        version bigint NOT NULL DEFAULT 1,
        published_version bigint,
        published_key_id text,
        changed_at timestamptz NOT NULL DEFAULT now(),
        checked_at timestamptz,
        next_check_at timestamptz,
        failures integer NOT NULL DEFAULT 0,
        last_error text,
        last_status integer,
        last_failed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        removed_at timestamptz
      )`);
    await runner.query('ALTER TABLE client_lists ALTER COLUMN content SET STORAGE EXTERNAL');
    await runner.query(
      'CREATE UNIQUE INDEX client_lists_names ON client_lists (owner_id, name) NULLS NOT DISTINCT WHERE removed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX client_lists_due ON client_lists (next_check_at) WHERE next_check_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX client_lists_pending ON client_lists (changed_at) WHERE published_version IS DISTINCT FROM version',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_lists');
  }
}
