import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Proof of ownership after the first one: what is asked for, who misses it since when, and who else asks for the name. */
export class Ownership1763700000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Why this claim needs a TXT record; null: the CNAME record is enough. Never goes back: what a cache still answers
      -- from the time of a wildcard must not count later.
      ALTER TABLE domains ADD COLUMN txt_reason text CHECK (txt_reason IN ('wildcard', 'contest'));

      -- Served domains whose ownership shows no more. No row: all is well.
      CREATE TABLE ownership_lapses (
        domain_id uuid PRIMARY KEY REFERENCES domains (id) ON DELETE CASCADE,
        failures integer NOT NULL,
        failing_since timestamptz NOT NULL,
        counted_at timestamptz NOT NULL,
        warned_at timestamptz,
        reminded_at timestamptz,
        release_at timestamptz
      );
      CREATE INDEX ownership_lapses_since ON ownership_lapses (failing_since);

      -- Somebody else's claim of a name that is served (contest), or of one below it (consent).
      CREATE TABLE ownership_requests (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('consent', 'contest')),
        claimant_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        holder_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('open', 'accepted', 'refused', 'kept', 'moved', 'lapsed')),
        opened_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        next_look_at timestamptz NOT NULL,
        reminded_at timestamptz,
        decided_at timestamptz,
        UNIQUE (claimant_id, holder_id, kind)
      );
      CREATE UNIQUE INDEX ownership_requests_contest ON ownership_requests (holder_id)
        WHERE kind = 'contest' AND state = 'open';
      CREATE INDEX ownership_requests_due ON ownership_requests (next_look_at)
        WHERE kind = 'contest' AND state = 'open';

      CREATE TABLE ownership_history (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        event text NOT NULL,
        details jsonb NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ownership_history_domain ON ownership_history (domain_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE ownership_history, ownership_requests, ownership_lapses;
      ALTER TABLE domains DROP COLUMN txt_reason;
    `);
  }
}
