import type { ReceivedEvent } from '../contract/bus.ts';
import type { SqlExecutor } from './outbox-writer.ts';

/** Longer than an event may be old (`MAX_EVENT_AGE_MS`): what is forgotten here is refused there. */
export const REMEMBERED_DAYS = 30;
const CLEAN_UP_EVERY_MS = 60 * 60 * 1000;
/** Some hundred milliseconds of deleting; more than a service takes in an hour. */
const FORGOTTEN_AT_ONCE = 20_000;

/**
 * Which events a service has had the effect of, in its own database: a copy of a genuine event that somebody puts on the
 * bus again, perhaps after a newer one has overtaken it, has no effect.
 *
 * An event is remembered after its handler succeeded, not in the handler's transaction, so that no handler can forget to
 * do so. Between the two the position on the bus has not moved: after a crash the event comes again before any later
 * one, as it may anyway.
 */
export class ProcessedEvents {
  private readonly sql: SqlExecutor;
  private readonly group: string;
  private cleanedAt = 0;

  constructor(sql: SqlExecutor, group: string) {
    this.sql = sql;
    this.group = group;
  }

  /** @returns false if the event had its effect before */
  async once(event: Pick<ReceivedEvent, 'id' | 'source'>, effect: () => Promise<void>): Promise<boolean> {
    const key = [this.group, keyOf(event)];
    const known: unknown[] = await this.sql.query(
      'SELECT 1 FROM processed_events WHERE consumer_group = $1 AND event_id = $2',
      key,
    );
    if (known.length > 0) return false;
    await effect();
    await this.sql.query(
      'INSERT INTO processed_events (consumer_group, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      key,
    );
    await this.cleanUp();
    return true;
  }

  /** A service that hears nothing has nothing to forget either, so that no timer is needed. */
  private async cleanUp(now = Date.now()): Promise<void> {
    if (now - this.cleanedAt < CLEAN_UP_EVERY_MS) return;
    this.cleanedAt = now;
    await this.sql.query(
      `DELETE FROM processed_events WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM processed_events WHERE processed_at < now() - make_interval(days => $1) LIMIT $2))`,
      [REMEMBERED_DAYS, FORGOTTEN_AT_ONCE],
    );
  }
}

/** A producer that is taken over cannot use up the ids of another one's events. */
const keyOf = ({ id, source }: Pick<ReceivedEvent, 'id' | 'source'>): string => `${source}/${id}`;
