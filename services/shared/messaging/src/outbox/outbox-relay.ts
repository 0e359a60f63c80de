import { messageOfError } from '@palisade/basics';
import { EVENTS } from '@palisade/contracts';
import pg from 'pg';
import type { BusLogger, BusPublisher, EncodedEvent } from '../contract/bus.ts';
import { consoleLogger } from '../contract/console-logger.ts';
import { pause } from '../delivery/pause.ts';
import { isEventType } from '../envelope/event-codec.ts';
import { CHANNEL_PREFIX } from './outbox-writer.ts';

export interface OutboxRelayOptions {
  /** The service's database, connected to directly: notifications and session locks do not pass a transaction pooler. */
  databaseUrl: string;
  /** If absent, the role's own search_path. */
  schema?: string;
  publisher: BusPublisher;
  logger?: BusLogger;
  /** How long an event can stay unnoticed if a notification is lost. Default 1,000. */
  pollMs?: number;
}

interface OutboxRow {
  seq: string;
  event_id: string;
  event_type: string;
  event_key: string;
  envelope: Buffer;
}

const BATCH = 500;
const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5000;
/**
 * How long the database may take to answer. A server that is lost without a word, as a machine that dies, is asked again elsewhere
 * then, and not after the quarter of an hour for which the system would send the question again.
 */
const QUERY_TIMEOUT_MS = 10_000;

/**
 * Publishes what transactions left in a schema's outbox, oldest first, and deletes it once the bus has confirmed. Of all
 * relays of a schema one works at a time, the holder of a session lock; the others stand by. A relay that dies between
 * publishing and deleting leaves its events to be published again, under the same ids.
 */
export class OutboxRelay {
  private readonly options: OutboxRelayOptions;
  private readonly logger: BusLogger;
  private readonly pollMs: number;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private notified = false;
  private databaseUrl: string;
  private wake: (() => void) | undefined;

  constructor(options: OutboxRelayOptions) {
    this.options = options;
    this.databaseUrl = options.databaseUrl;
    this.logger = options.logger ?? consoleLogger('outbox-relay');
    this.pollMs = options.pollMs ?? 1000;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Finishes the batch in hand. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    await this.running;
  }

  /** Another login, from the end of the batch in hand. */
  moveTo(databaseUrl: string): void {
    this.databaseUrl = databaseUrl;
    this.wake?.();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.runConnected();
      } catch (error) {
        const message = messageOfError(error);
        this.logger.warn('outbox relay will try again', { error: message });
        await pause(RETRY_MS, this.stopping.signal);
      }
    }
  }

  private async runConnected(): Promise<void> {
    const { schema } = this.options;
    const { databaseUrl } = this;
    const goesOn = () => !this.stopping.signal.aborted && this.databaseUrl === databaseUrl;
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'outbox-relay',
      ...(schema !== undefined && { options: `-c search_path=${schema}` }),
    });
    let lost: Error | undefined;
    client.on('error', (error) => {
      lost = error;
      this.wake?.();
    });
    client.on('notification', () => {
      this.notified = true;
      this.wake?.();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ name: string }>('SELECT current_schema() AS name');
      const channel = `${CHANNEL_PREFIX}${rows[0]?.name}`;
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      while (goesOn() && !(await tryLock(client, channel))) await this.sleep();
      while (goesOn()) {
        if (lost) throw lost;
        this.notified = false;
        if ((await this.relayBatch(client)) < BATCH) await this.sleep();
      }
    } finally {
      await client
        .end()
        .catch((error: Error) => this.logger.info('outbox connection was lost', { error: error.message }));
    }
  }

  /** @returns how many events were published */
  private async relayBatch(client: pg.Client): Promise<number> {
    const { rows } = await client.query<OutboxRow>(
      `SELECT seq, event_id, event_type, event_key, envelope FROM outbox ORDER BY seq LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return 0;
    await this.options.publisher.publishEncoded(rows.flatMap((row) => this.toEvent(row)));
    await client.query('DELETE FROM outbox WHERE seq = ANY($1::bigint[])', [rows.map((row) => row.seq)]);
    return rows.length;
  }

  private toEvent(row: OutboxRow): EncodedEvent[] {
    if (!isEventType(row.event_type)) {
      // Written by a version with a type that this one does not have. Nobody here could publish it, ever.
      this.logger.error('outbox event of unknown type dropped', { id: row.event_id, type: row.event_type });
      return [];
    }
    const { topic } = EVENTS[row.event_type];
    return [{ id: row.event_id, type: row.event_type, topic, key: row.event_key, envelope: row.envelope }];
  }

  private sleep(): Promise<void> {
    if (this.notified || this.stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), this.pollMs);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
    });
  }
}

/** Session-level, so that it goes with the connection. */
async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
    [name],
  );
  return rows[0]?.locked === true;
}
