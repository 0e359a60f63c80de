import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners' alert channels, and their deliveries. Targets and secrets are encrypted. */
export class AlertChannels1763800000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alert_channels (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        kind text NOT NULL,
        hint text NOT NULL,
        target_sealed text NOT NULL,
        secret_sealed text,
        previous_secret_sealed text,
        previous_secret_until timestamptz,
        is_active boolean NOT NULL DEFAULT true,
        disabled_reason text,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX alert_channels_by_owner ON alert_channels (owner_id, created_at)');
    await runner.query(`
      CREATE TABLE alert_deliveries (
        id uuid PRIMARY KEY,
        channel_id uuid NOT NULL REFERENCES alert_channels ON DELETE CASCADE,
        message_id text NOT NULL,
        message jsonb NOT NULL,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        last_status integer,
        last_error text,
        last_answer text NOT NULL DEFAULT '',
        duration_ms integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        UNIQUE (channel_id, message_id)
      )`);
    await runner.query(
      `CREATE INDEX alert_deliveries_due ON alert_deliveries (next_attempt_at) WHERE state = 'waiting'`,
    );
    await runner.query(
      'CREATE INDEX alert_deliveries_by_channel ON alert_deliveries (channel_id, created_at DESC)',
    );
    await runner.query('CREATE INDEX alert_deliveries_by_time ON alert_deliveries (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alert_deliveries, alert_channels');
  }
}
