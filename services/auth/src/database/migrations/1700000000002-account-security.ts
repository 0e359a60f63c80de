import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors, tokens sent by mail, API keys, and the log of administrative acts. */
export class AccountSecurity1700000000002 implements MigrationInterface {
  name = 'AccountSecurity1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mfa_configs (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        name text NOT NULL,
        type text NOT NULL,
        sealed_secret text NOT NULL,
        -- Made with the password at hand, so that enabling it may take the place of the active one.
        may_replace boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        enabled_at timestamptz,
        last_used_step bigint NOT NULL DEFAULT 0
      );
      CREATE UNIQUE INDEX mfa_one_active ON mfa_configs (user_id) WHERE enabled_at IS NOT NULL;
      CREATE UNIQUE INDEX mfa_one_pending ON mfa_configs (user_id) WHERE enabled_at IS NULL;

      CREATE TABLE mfa_backup_codes (
        config_id uuid NOT NULL REFERENCES mfa_configs ON DELETE CASCADE,
        code_hash text NOT NULL,
        used_at timestamptz,
        PRIMARY KEY (config_id, code_hash)
      );

      CREATE TABLE email_tokens (
        token_hash text PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('confirm', 'reset')),
        email text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX email_tokens_of_user ON email_tokens (user_id, purpose);
      CREATE INDEX email_tokens_expires_at ON email_tokens (expires_at);

      -- Every request for a new password becomes a row here, whether or not the address has an account.
      CREATE TABLE recovery_requests (
        id uuid PRIMARY KEY,
        email_key text NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE api_keys (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        name text NOT NULL,
        hint text NOT NULL,
        key_hash text NOT NULL UNIQUE,
        -- No scopes would mean "everything" to the services.
        scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz,
        expires_at timestamptz,
        revoked_at timestamptz
      );
      CREATE INDEX api_keys_of_user ON api_keys (user_id) WHERE revoked_at IS NULL;

      CREATE TABLE audit_log (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL,
        actor_id text NOT NULL,
        action text NOT NULL,
        target_type text NOT NULL,
        target_id text NOT NULL,
        details jsonb NOT NULL,
        client_address text NOT NULL,
        request_id text NOT NULL
      );
      CREATE INDEX audit_log_at ON audit_log (at DESC, id DESC);

      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the audit log only grows'; END
      $$;
      CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_log, api_keys, recovery_requests, email_tokens, mfa_backup_codes, mfa_configs;
      DROP FUNCTION refuse_change();
    `);
  }
}
