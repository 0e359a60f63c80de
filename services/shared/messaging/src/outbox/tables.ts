import type { QueryRunner } from 'typeorm';

type Sql = Pick<QueryRunner, 'query'>;

/**
 * For a service's migration: the table in which its transactions leave their events, in the service's own schema
 * (the connection's search_path).
 */
export async function createOutboxTable(sql: Sql): Promise<void> {
  await sql.query(`
    CREATE TABLE outbox (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      event_id text NOT NULL,
      event_type text NOT NULL,
      topic text NOT NULL,
      event_key text NOT NULL,
      envelope bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
}

/** For a service's migration: which events have had their effect in the service, see `ProcessedEvents`. */
export async function createProcessedEventsTable(sql: Sql): Promise<void> {
  await sql.query(`
    CREATE TABLE processed_events (
      consumer_group text NOT NULL,
      event_id text NOT NULL,
      processed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (consumer_group, event_id)
    )`);
  await sql.query('CREATE INDEX processed_events_processed_at ON processed_events USING brin (processed_at)');
}

export async function dropOutboxTable(sql: Sql): Promise<void> {
  await sql.query('DROP TABLE outbox');
}

export async function dropProcessedEventsTable(sql: Sql): Promise<void> {
  await sql.query('DROP TABLE processed_events');
}
