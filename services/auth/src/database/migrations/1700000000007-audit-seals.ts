import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A chain of seals over the audit log; entries from before are sealed in the order in which they were made. */
export class AuditSeals1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_seals (
        sequence bigint PRIMARY KEY CHECK (sequence > 0),
        entry_id uuid NOT NULL UNIQUE,
        key_id text NOT NULL,
        seal bytea NOT NULL CHECK (length(seal) = 32)
      );
      CREATE TRIGGER audit_seals_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      -- Entries in the order in which they became visible, so that the sealer need not search the log for them.
      CREATE TABLE audit_unsealed (
        arrival bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        entry_id uuid NOT NULL
      );
      INSERT INTO audit_unsealed (entry_id) SELECT id FROM audit_log ORDER BY at, id;
      CREATE FUNCTION await_seal() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO audit_unsealed (entry_id) VALUES (NEW.id); RETURN NULL; END
      $$;
      CREATE TRIGGER audit_log_awaits_seal AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION await_seal();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER audit_log_awaits_seal ON audit_log;
      DROP FUNCTION await_seal();
      DROP TABLE audit_unsealed, audit_seals;
    `);
  }
}
