import { createOutboxTable, createProcessedEventsTable } from '@palisade/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, sessions and throttle counters. Tokens and codes are stored as hashes, TOTP secrets encrypted. */
export class Accounts1700000000001 implements MigrationInterface {
  name = 'Accounts1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        email_key text NOT NULL,
        username text NOT NULL,
        username_key text NOT NULL,
        full_name text NOT NULL,
        password_hash text NOT NULL,
        password_changed_at timestamptz NOT NULL DEFAULT now(),
        is_admin boolean NOT NULL DEFAULT false,
        is_active boolean NOT NULL DEFAULT true,
        email_confirmed_at timestamptz,
        email_alerts boolean NOT NULL DEFAULT true,
        attack_notifications boolean NOT NULL DEFAULT true,
        weekly_reports boolean NOT NULL DEFAULT true,
        marketing_emails boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz,
        search_text text GENERATED ALWAYS AS (lower(email || ' ' || username || ' ' || full_name)) STORED
      );
      -- A closed account keeps its row for 30 days but gives its address and name free at once.
      CREATE UNIQUE INDEX users_email_key ON users (email_key) WHERE deleted_at IS NULL;
      CREATE UNIQUE INDEX users_username_key ON users (username_key) WHERE deleted_at IS NULL;
      -- With what the administrators' list searches in, so that a search reads this index and not the table.
      CREATE INDEX users_created_at ON users (created_at DESC, id DESC) INCLUDE (search_text) WHERE deleted_at IS NULL;
      CREATE INDEX users_deleted_at ON users (deleted_at) WHERE deleted_at IS NOT NULL;

      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        ended_at timestamptz,
        end_reason text,
        client_address text NOT NULL,
        user_agent text NOT NULL
      );
      CREATE INDEX sessions_of_user ON sessions (user_id) WHERE ended_at IS NULL;
      CREATE INDEX sessions_expires_at ON sessions (expires_at);

      -- Devices and addresses from which the owner has signed in before; guessing from elsewhere does not slow them.
      CREATE TABLE known_devices (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        token_hash text NOT NULL,
        client_network text NOT NULL,
        last_used_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (user_id, token_hash, client_network)
      );

      -- Losing these in a crash costs nothing but the back-off.
      CREATE UNLOGGED TABLE guess_counters (
        key text PRIMARY KEY,
        failures integer NOT NULL,
        last_at timestamptz NOT NULL,
        blocked_until timestamptz
      );

      CREATE TABLE user_plans (
        user_id uuid PRIMARY KEY,
        plan_slug text NOT NULL,
        entitlements jsonb NOT NULL,
        revision bigint NOT NULL
      );
      CREATE INDEX user_plans_slug ON user_plans (plan_slug);
    `);
    await createOutboxTable(runner);
    await createProcessedEventsTable(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE processed_events, outbox, user_plans, guess_counters, known_devices, sessions, users',
    );
  }
}
