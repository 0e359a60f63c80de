import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the edge proves itself with to sites' servers. */
export class OriginCertificates1763700000420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The authority that signs a site's automatic certificates; no two sites have the same. A successor is shown to
      -- the owner, who has their servers trust both, and takes over afterwards.
      CREATE TABLE origin_authorities (
        domain_id uuid PRIMARY KEY REFERENCES domains (id) ON DELETE CASCADE,
        certificate_pem text NOT NULL,
        sealed_key text NOT NULL,
        next_certificate_pem text,
        next_sealed_key text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((next_certificate_pem IS NULL) = (next_sealed_key IS NULL))
      );
      CREATE TABLE origin_certificates (
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        source text NOT NULL CHECK (source IN ('automatic', 'uploaded')),
        chain_pem text NOT NULL,
        -- Opens with the edges' key only; this service cannot read it.
        sealed_key bytea NOT NULL,
        subject text NOT NULL,
        issuer text NOT NULL,
        serial text NOT NULL,
        fingerprint text NOT NULL,
        not_before timestamptz NOT NULL,
        not_after timestamptz NOT NULL,
        -- When an automatic one is replaced, and when the owner of an uploaded one is warned; null: nothing to do.
        due_at timestamptz,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (domain_id, source)
      );
      CREATE INDEX origin_certificates_due ON origin_certificates (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE origin_certificates, origin_authorities');
  }
}
