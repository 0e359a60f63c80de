import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Domains, their configuration history, what is out at the edge, and the facts kept about owners and traffic. */
export class Domains1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE domains (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        domain_name varchar(253) NOT NULL,
        hosts text[] NOT NULL,
        verification_token varchar(40) NOT NULL,
        dns_verified boolean NOT NULL DEFAULT false,
        verified_at timestamptz,
        paused_by_owner boolean NOT NULL DEFAULT false,
        owner_disabled boolean NOT NULL DEFAULT false,
        config_version integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        dns_checked_at timestamptz,
        next_dns_check_at timestamptz NOT NULL DEFAULT now()
      );
      -- A claim is per customer; only the verified one is exclusive.
      CREATE UNIQUE INDEX domains_owner_name ON domains (owner_id, domain_name);
      CREATE UNIQUE INDEX domains_verified_name ON domains (domain_name) WHERE dns_verified;
      CREATE INDEX domains_next_dns_check ON domains (next_dns_check_at);

      -- Which site a name is served for. Its primary key is what decides between two that verify at once.
      CREATE TABLE site_hosts (
        host varchar(253) PRIMARY KEY,
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE
      );
      CREATE INDEX site_hosts_domain ON site_hosts (domain_id);

      CREATE TABLE waf_config_versions (
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        version integer NOT NULL,
        origin_config jsonb NOT NULL,
        policy_config jsonb NOT NULL,
        author_id uuid NOT NULL,
        change_kind text NOT NULL CHECK (change_kind IN ('created', 'saved', 'rolled_back')),
        restored_version integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (domain_id, version)
      );

      -- One row per site that was ever served, tombstones included: what the edge shall have, and what it has.
      CREATE TABLE publications (
        site_id uuid PRIMARY KEY,
        version bigint NOT NULL,
        document bytea NOT NULL,
        removed boolean NOT NULL DEFAULT false,
        key_id text NOT NULL,
        published_version bigint,
        changed_at timestamptz NOT NULL DEFAULT now(),
        published_at timestamptz,
        last_error text
      );
      CREATE INDEX publications_pending ON publications (changed_at)
        WHERE published_version IS DISTINCT FROM version;

      CREATE TABLE dns_records (
        domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('ownership', 'traffic')),
        host varchar(253) NOT NULL,
        state text NOT NULL CHECK (state IN ('ok', 'missing', 'wrong', 'unreachable')),
        found text[] NOT NULL,
        message text NOT NULL,
        checked_at timestamptz NOT NULL,
        PRIMARY KEY (domain_id, purpose, host)
      );

      -- Read models of what billing and the log service say.
      CREATE TABLE owner_plans (
        owner_id uuid PRIMARY KEY,
        plan_slug text NOT NULL,
        plan_name text NOT NULL,
        entitlements jsonb NOT NULL,
        revision bigint NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE site_totals (
        site_id uuid PRIMARY KEY,
        total_requests bigint NOT NULL,
        allowed_requests bigint NOT NULL,
        blocked_requests bigint NOT NULL,
        as_of_ms bigint NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE site_totals, owner_plans, dns_records, publications, waf_config_versions, site_hosts, domains
    `);
  }
}
