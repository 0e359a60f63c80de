import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Certificates of sites, and the installation's accounts at certificate authorities. */
export class Certificates1763700000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- At most one obtained and one uploaded certificate per domain. What is obtained next replaces the material of
      -- its row; until then the row holds both the certificate in use and how its renewal is going.
      CREATE TABLE certificates (
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        source text NOT NULL CHECK (source IN ('automatic', 'uploaded')),
        status text NOT NULL
          CHECK (status IN ('pending', 'active', 'renewing', 'failed', 'expired', 'revoked')),
        -- Names of the latest order; the certificate's own are in "names".
        wanted text[] NOT NULL DEFAULT '{}',
        names text[] NOT NULL DEFAULT '{}',
        chain_pem text,
        -- Opens with the edges' key only; this service cannot read it.
        sealed_key bytea,
        issuer text,
        serial text,
        fingerprint text,
        not_before timestamptz,
        not_after timestamptz,
        renew_at timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        last_error_code text,
        last_error text,
        -- When the owner was told of what goes wrong, or of the end of an uploaded certificate.
        told_at timestamptz,
        requested_at timestamptz,
        -- Null: nothing to do until something changes.
        next_attempt_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (domain_id, source),
        CHECK ((chain_pem IS NULL) = (sealed_key IS NULL) AND (chain_pem IS NULL) = (not_after IS NULL))
      );
      CREATE INDEX certificates_next_attempt ON certificates (next_attempt_at);

      CREATE TABLE acme_accounts (
        directory_url text PRIMARY KEY,
        account_url text NOT NULL,
        sealed_key text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE acme_accounts, certificates');
  }
}
