import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners' alert rules with their state, and the alerts they raised. */
export class OwnerAlerts1700000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alert_rules (
        rule_id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        site_id text NOT NULL,
        name text NOT NULL,
        severity text NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
        condition jsonb NOT NULL,
        channel_ids uuid[] NOT NULL,
        note text NOT NULL,
        is_active boolean NOT NULL,
        silenced_until timestamptz,
        state text NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'pending', 'firing', 'clearing')),
        state_since timestamptz NOT NULL DEFAULT now(),
        last_value double precision,
        last_limit double precision,
        last_problem text,
        evaluated_at timestamptz NOT NULL DEFAULT '-infinity',
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX alert_rules_by_owner ON alert_rules (owner_id, created_at)');
    await runner.query('CREATE INDEX alert_rules_due ON alert_rules (evaluated_at) WHERE is_active');
    await runner.query(`CREATE INDEX alert_rules_by_site ON alert_rules (site_id) WHERE site_id <> ''`);
    await runner.query(`
      CREATE TABLE owner_alerts (
        alert_id uuid PRIMARY KEY,
        rule_id uuid NOT NULL REFERENCES alert_rules ON DELETE CASCADE,
        owner_id uuid NOT NULL,
        rule_name text NOT NULL,
        severity text NOT NULL,
        site_id text NOT NULL,
        domain_name text NOT NULL,
        summary text NOT NULL,
        note text NOT NULL,
        channel_ids uuid[] NOT NULL,
        is_silent boolean NOT NULL,
        fired_at timestamptz NOT NULL,
        resolved_at timestamptz,
        acknowledged_at timestamptz,
        begin_told boolean NOT NULL,
        end_told boolean NOT NULL
      )`);
    await runner.query('CREATE INDEX owner_alerts_by_owner ON owner_alerts (owner_id, fired_at DESC)');
    await runner.query('CREATE INDEX owner_alerts_open ON owner_alerts (rule_id) WHERE resolved_at IS NULL');
    await runner.query(
      'CREATE INDEX owner_alerts_untold ON owner_alerts (fired_at) WHERE NOT begin_told OR NOT end_told',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE owner_alerts, alert_rules');
  }
}
