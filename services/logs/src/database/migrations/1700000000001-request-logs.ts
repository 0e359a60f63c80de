import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * request_logs is partitioned twice: by retention class (the plan's days), then by day (UTC), so that one dropped table
 * frees one day of exactly the plans it belongs to. Both levels of partitions are created on demand.
 *
 * Each row is in one of two partial indexes, blocked or allowed: a flood of either cannot slow down a search for the
 * other, and a row costs one index entry.
 */
export class RequestLogs1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sites (
        site_no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id text NOT NULL UNIQUE
      )`);
    await runner.query(`
      CREATE TABLE request_logs (
        received_at timestamptz NOT NULL,
        site_no integer NOT NULL,
        retention_days smallint NOT NULL,
        threat smallint NOT NULL,
        action smallint NOT NULL,
        blocked boolean NOT NULL,
        status integer NOT NULL,
        origin_status integer NOT NULL,
        rule_id bigint NOT NULL,
        duration_us bigint NOT NULL,
        origin_duration_us bigint NOT NULL,
        request_bytes bigint NOT NULL,
        response_bytes bigint NOT NULL,
        inbound_score integer NOT NULL,
        outbound_score integer NOT NULL,
        config_version bigint NOT NULL,
        client_port integer NOT NULL,
        asn bigint NOT NULL,
        request_id text NOT NULL,
        client_address text NOT NULL,
        country text NOT NULL,
        city text NOT NULL,
        asn_name text NOT NULL,
        protocol text NOT NULL,
        scheme text NOT NULL,
        host text NOT NULL,
        method text NOT NULL,
        target text NOT NULL,
        user_agent text NOT NULL,
        referer text NOT NULL,
        cache_status text NOT NULL,
        reason text NOT NULL,
        rule_message text NOT NULL,
        server_name text NOT NULL,
        matches jsonb
      ) PARTITION BY LIST (retention_days)`);
    await runner.query(
      'CREATE INDEX request_logs_blocked ON request_logs (site_no, received_at DESC) WHERE blocked',
    );
    await runner.query(
      'CREATE INDEX request_logs_allowed ON request_logs (site_no, received_at DESC) WHERE NOT blocked',
    );
    await runner.query(`
      CREATE TABLE segments (
        node_id text NOT NULL,
        segment_id text NOT NULL,
        next_index bigint NOT NULL,
        done boolean NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (node_id, segment_id)
      )`);
    for (const [table, time] of [
      ['traffic_minutes', 'minute'],
      ['traffic_hours', 'hour'],
    ]) {
      await runner.query(`
        CREATE TABLE ${table} (
          site_no integer NOT NULL,
          ${time} timestamptz NOT NULL,
          requests bigint NOT NULL,
          blocked bigint NOT NULL,
          request_bytes bigint NOT NULL,
          response_bytes bigint NOT NULL,
          allowed_duration_us bigint NOT NULL,
          origin_requests bigint NOT NULL,
          origin_failures bigint NOT NULL,
          PRIMARY KEY (site_no, ${time})
        )`);
    }
    await runner.query(`
      CREATE TABLE facet_hours (
        site_no integer NOT NULL,
        kind smallint NOT NULL,
        hour timestamptz NOT NULL,
        value text NOT NULL,
        requests bigint NOT NULL,
        blocked bigint NOT NULL,
        PRIMARY KEY (site_no, kind, hour, value)
      )`);
    await runner.query(`
      CREATE TABLE site_totals (
        site_no integer PRIMARY KEY,
        requests bigint NOT NULL,
        blocked bigint NOT NULL,
        response_bytes bigint NOT NULL,
        announced_requests bigint NOT NULL DEFAULT 0,
        announced_at timestamptz NOT NULL DEFAULT '-infinity'
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['request_logs', 'segments', 'traffic_minutes', 'traffic_hours', 'facet_hours'];
    await runner.query(`DROP TABLE ${[...tables, 'site_totals', 'sites'].join(', ')}`);
  }
}
