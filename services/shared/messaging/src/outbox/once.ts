import type { EntityManager } from 'typeorm';
import type { SqlExecutor } from './outbox-writer.ts';

/**
 * Lets an event have its effect once per group, although the bus delivers it at least once. `manager` must be inside a
 * transaction that also carries the effect of `effect`; a second delivery at the same time waits for the first one's
 * end. @returns false if the event had its effect before
 */
export async function once<M extends SqlExecutor = EntityManager>(
  manager: M,
  group: string,
  eventId: string,
  effect: (manager: M) => Promise<void>,
): Promise<boolean> {
  const inserted: unknown[] = await manager.query(
    `INSERT INTO processed_events (consumer_group, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`,
    [group, eventId],
  );
  if (inserted.length === 0) return false;
  await effect(manager);
  return true;
}

/** Events come again after hours at the worst, so what is older than `days` may be forgotten. */
export async function forgetProcessedEvents(manager: SqlExecutor, days = 30): Promise<void> {
  await manager.query(`DELETE FROM processed_events WHERE processed_at < now() - make_interval(days => $1)`, [
    days,
  ]);
}
