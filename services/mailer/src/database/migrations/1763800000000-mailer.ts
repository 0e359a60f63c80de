import {
  createOutboxTable,
  createProcessedEventsTable,
  dropOutboxTable,
  dropProcessedEventsTable,
} from '@palisade/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  // Passwords and DKIM keys are encrypted; no response ever contains them.
  `CREATE TABLE smtp_servers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    username text NOT NULL,
    password_sealed text NOT NULL,
    use_tls boolean NOT NULL,
    use_ssl boolean NOT NULL,
    from_email text NOT NULL,
    from_name text,
    is_default boolean NOT NULL,
    is_active boolean NOT NULL,
    max_per_second integer,
    dkim_domain text,
    dkim_selector text,
    dkim_key_sealed text,
    sent_count bigint NOT NULL DEFAULT 0,
    failed_count bigint NOT NULL DEFAULT 0,
    failures_in_a_row integer NOT NULL DEFAULT 0,
    resting_until timestamptz,
    last_error text,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (NOT (use_tls AND use_ssl))
  )`,
  // Single mails. The id comes from the requester and makes repeated requests idempotent.
  `CREATE TABLE mails (
    id text PRIMARY KEY,
    category text NOT NULL,
    template text NOT NULL,
    to_address text NOT NULL,
    to_name text NOT NULL,
    user_id uuid,
    variables jsonb NOT NULL,
    sealed_variables text NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'sent', 'failed', 'withheld')),
    reason text,
    attempts integer NOT NULL DEFAULT 0,
    smtp_server_id integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz
  )`,
  `CREATE INDEX mails_due ON mails (next_attempt_at) WHERE status = 'queued'`,
  `CREATE INDEX mails_by_time ON mails (created_at)`,
  // The mailer's copy of account data, from events. Absent settings are those of a new account.
  `CREATE TABLE accounts (
    user_id uuid PRIMARY KEY,
    email text NOT NULL,
    username text NOT NULL,
    full_name text NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    email_alerts boolean NOT NULL DEFAULT true,
    attack_notifications boolean NOT NULL DEFAULT true,
    weekly_reports boolean NOT NULL DEFAULT true,
    marketing_emails boolean NOT NULL DEFAULT false
  )`,
  `CREATE INDEX accounts_by_email ON accounts (lower(email))`,
  `CREATE TABLE subscribers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
    first_name text NOT NULL,
    last_name text NOT NULL,
    is_subscribed boolean NOT NULL DEFAULT true,
    source text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    unsubscribed_at timestamptz
  )`,
  `CREATE TABLE unsubscriptions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text NOT NULL,
    reason text NOT NULL,
    via text NOT NULL,
    campaign_id integer,
    user_agent text NOT NULL,
    client_address text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX unsubscriptions_by_email ON unsubscriptions (email, created_at)`,
  // Addresses that receive account mail only.
  `CREATE TABLE suppressions (
    email text PRIMARY KEY CHECK (email = lower(email)),
    cause text NOT NULL CHECK (cause IN ('unsubscribed', 'bounced', 'complained')),
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE contact_messages (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    is_spam boolean NOT NULL,
    client_address text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX contact_messages_by_sender ON contact_messages (client_address, created_at)`,
  `CREATE TABLE campaigns (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    subject text NOT NULL,
    body_html text NOT NULL,
    body_text text NOT NULL,
    target_audience text NOT NULL CHECK (target_audience IN ('all', 'newsletter', 'plans', 'custom')),
    target_plans text[] NOT NULL,
    custom_emails text NOT NULL,
    smtp_config_id integer REFERENCES smtp_servers (id) ON DELETE SET NULL,
    emails_per_second integer NOT NULL CHECK (emails_per_second BETWEEN 1 AND 50),
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'sending', 'paused', 'completed', 'failed')),
    problem text,
    total_recipients integer NOT NULL DEFAULT 0,
    left_out jsonb NOT NULL DEFAULT '{}',
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    finished_at timestamptz
  )`,
  // The intent to send is stored before the SMTP transaction begins; see RATIONALE.md.
  `CREATE TABLE campaign_recipients (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    campaign_id integer NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    email text NOT NULL,
    variables jsonb NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'in_flight', 'sent', 'failed', 'unknown')),
    reason text,
    attempts integer NOT NULL DEFAULT 0,
    sender uuid,
    smtp_server_id integer,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    UNIQUE (campaign_id, email)
  )`,
  `CREATE INDEX campaign_recipients_open ON campaign_recipients (campaign_id, next_attempt_at, id)
     WHERE status = 'pending'`,
  `CREATE INDEX campaign_recipients_in_flight ON campaign_recipients (sender) WHERE status = 'in_flight'`,
  // Which processes may send, and until when.
  `CREATE TABLE senders (id uuid PRIMARY KEY, alive_until timestamptz NOT NULL)`,
  `CREATE TABLE bounces (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('hard', 'soft', 'complaint')),
    campaign_id integer,
    diagnostic text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
];

export class Mailer1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await createOutboxTable(runner);
    await createProcessedEventsTable(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropProcessedEventsTable(runner);
    await dropOutboxTable(runner);
    const tables =
      'bounces senders campaign_recipients campaigns contact_messages suppressions unsubscriptions subscribers accounts mails smtp_servers';
    for (const table of tables.split(' ')) await runner.query(`DROP TABLE ${table}`);
  }
}
