import { Injectable } from '@nestjs/common';
import { EventPublisher } from '@palisade/messaging/nest';
import { DomainError, queryOne } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { AlertView } from './alert-rule.schema.ts';
import type { AlertRow } from './alert-rule-row.types.ts';
import { eventsOf } from './owner-alert.events.ts';

const SHOWN = 100;
const BATCH_SIZE = 100;

/** The alerts of an account's rules. */
@Injectable()
export class OwnerAlertsService {
  constructor(
    private readonly database: DataSource,
    private readonly publisher: EventPublisher,
  ) {}

  /** Firing ones first, then the latest. */
  async list(ownerId: string): Promise<AlertView[]> {
    const rows: AlertRow[] = await this.database.query(
      // Each part is an index walk, however many alerts the owner has.
      `SELECT * FROM (
         (SELECT * FROM owner_alerts WHERE owner_id = $1 AND resolved_at IS NULL ORDER BY fired_at DESC LIMIT ${SHOWN})
         UNION ALL
         (SELECT * FROM owner_alerts WHERE owner_id = $1 AND resolved_at IS NOT NULL ORDER BY fired_at DESC LIMIT ${SHOWN})
       ) AS alerts ORDER BY (resolved_at IS NULL) DESC, fired_at DESC, alert_id LIMIT ${SHOWN}`,
      [ownerId],
    );
    return rows.map(toView);
  }

  /** Acknowledges the alert. A repeat keeps the first time. */
  async acknowledge(ownerId: string, alertId: string): Promise<AlertView> {
    const row = await queryOne<AlertRow>(
      this.database,
      `UPDATE owner_alerts SET acknowledged_at = coalesce(acknowledged_at, now())
       WHERE alert_id = $1 AND owner_id = $2 RETURNING *`,
      [alertId, ownerId],
    );
    if (row === null) throw new DomainError('not_found', 'alert_not_found', 'Alert not found');
    return toView(row);
  }

  /** Publishes all pending notifications, beginnings first. @returns number of alerts */
  async announce(): Promise<number> {
    let announced = 0;
    for (let more = BATCH_SIZE; more === BATCH_SIZE; announced += more) more = await this.announceSome();
    return announced;
  }

  /**
   * Unpublished alerts are stored in the table, and an alert keeps its id, so a crash between publishing and recording
   * it causes a repeat that receivers recognise. @returns number of alerts
   */
  private announceSome(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const unannounced: AlertRow[] = await manager.query(
        `SELECT * FROM owner_alerts WHERE NOT begin_told OR (NOT end_told AND resolved_at IS NOT NULL)
         ORDER BY begin_told, fired_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`,
      );
      if (unannounced.length === 0) return 0;
      await this.publisher.publish(unannounced.flatMap(eventsOf));
      await manager.query(
        `UPDATE owner_alerts SET begin_told = true, end_told = end_told OR resolved_at IS NOT NULL
         WHERE alert_id = ANY($1)`,
        [unannounced.map(({ alert_id }) => alert_id)],
      );
      return unannounced.length;
    });
  }
}

const toView = (row: AlertRow): AlertView => ({
  id: row.alert_id,
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  severity: row.severity,
  domain_name: row.domain_name === '' ? null : row.domain_name,
  condition: row.condition,
  summary: row.summary,
  note: row.note,
  is_silent: row.is_silent,
  fired_at: row.fired_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
});
