import type { EventPublisher } from '@palisade/messaging/nest';
import { affectedRows, queryRows } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import type { AlertRow } from './alert-rule-row.types.ts';
import { eventsOf } from './owner-alert.events.ts';

/**
 * Deletes rules and their history. Receivers of an alert's beginning are notified of its end: an incident would stay
 * open.
 * @param which SQL on `alert_rules`, with `values`
 * @returns number of rules
 */
export async function removeRules(
  manager: EntityManager,
  publisher: EventPublisher,
  { which, values }: { which: string; values: readonly unknown[] },
): Promise<number> {
  const ended = await queryRows<AlertRow>(
    manager,
    `UPDATE owner_alerts SET resolved_at = coalesce(resolved_at, now())
     WHERE rule_id IN (SELECT rule_id FROM alert_rules WHERE ${which}) AND begin_told AND NOT end_told RETURNING *`,
    [...values],
  );
  const count = await affectedRows(manager, `DELETE FROM alert_rules WHERE ${which}`, [...values]);
  if (ended.length > 0) await publisher.publish(ended.flatMap(eventsOf));
  return count;
}
