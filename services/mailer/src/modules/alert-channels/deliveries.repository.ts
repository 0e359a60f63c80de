import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { uuidV7 } from '@palisade/messaging';
import { queryOne, queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import type { ChannelRow, DeliveryRow } from './channel-row.types.ts';
import { type AlertMessage, messageIdOf, messageIdSql } from './formats/alert-message.ts';

/** Retention per channel, by number and by age. */
const KEPT_PER_CHANNEL = 500;
const KEPT_DAYS = 30;
/** Lease of a process on a delivery it took: far longer than an attempt lasts. */
const CLAIM_SECONDS = 60;

const ANEW = `state = 'waiting', attempts = 0, next_attempt_at = now(), finished_at = NULL`;
/**
 * The opening message that a closing one `d` waits for: PagerDuty and Opsgenie open an incident for every opening
 * message, even if the closing one came first, and nothing would ever close it.
 */
const BEGINNING = `SELECT b.next_attempt_at FROM alert_deliveries b
  WHERE d.message->>'state' = 'resolved' AND b.channel_id = d.channel_id AND b.state = 'waiting'
    AND b.message_id = ${messageIdSql('d', 'fired')}`;

/** Result of an attempt, as stored. */
export interface AttemptRecord {
  state: DeliveryRow['state'];
  status: number | null;
  error: string | null;
  answer: string;
  durationMs: number;
  /** Milliseconds until the next attempt, where there is one. */
  afterMs: number;
}

/** Deliveries in the database, which is the source of truth; the queue only triggers attempts. */
@Injectable()
export class DeliveriesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @returns its id; null if the channel has this message already */
  async add(channelId: string, message: AlertMessage): Promise<string | null> {
    const added = await queryOne<{ id: string }>(
      this.dataSource,
      `INSERT INTO alert_deliveries (id, channel_id, message_id, message) VALUES ($1, $2, $3, $4)
       ON CONFLICT (channel_id, message_id) DO NOTHING RETURNING id`,
      [uuidV7(), channelId, message.id, JSON.stringify(message)],
    );
    if (added) await this.forgetBeyond(channelId);
    return added?.id ?? null;
  }

  /**
   * A second early is accepted: queue and database have different clocks. @returns null if it is finished, another
   * process has it, or it is a closing message whose opening one is still being retried
   */
  claim(id: string): Promise<DeliveryRow | null> {
    return queryOne<DeliveryRow>(
      this.dataSource,
      `UPDATE alert_deliveries d
       SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
       WHERE id = $1 AND state = 'waiting' AND next_attempt_at <= now() + interval '1 second'
         AND NOT EXISTS (${BEGINNING}) RETURNING *`,
      [id],
    );
  }

  /** @returns in how many milliseconds the opening message that this one waits for is tried; null: it waits for none */
  async waitsForBeginning(id: string): Promise<number | null> {
    const row = await queryOne<{ ms: number }>(
      this.dataSource,
      `SELECT (extract(epoch FROM b.next_attempt_at - now()) * 1000)::float8 AS ms
       FROM alert_deliveries d, LATERAL (${BEGINNING}) AS b WHERE d.id = $1 AND d.state = 'waiting'`,
      [id],
    );
    return row?.ms ?? null;
  }

  /**
   * Delivers the closing message of an alert again, if it was delivered: its opening message is being repeated.
   * @returns its id; null: there is none
   */
  async endAgain(channelId: string, alertId: string): Promise<string | null> {
    const row = await queryOne<{ id: string }>(
      this.dataSource,
      `UPDATE alert_deliveries SET ${ANEW} WHERE channel_id = $1 AND message_id = $2 AND state <> 'waiting' RETURNING id`,
      [channelId, messageIdOf(alertId, 'resolved')],
    );
    return row?.id ?? null;
  }

  channelOf(channelId: string): Promise<ChannelRow | null> {
    return queryOne<ChannelRow>(this.dataSource, 'SELECT * FROM alert_channels WHERE id = $1', [channelId]);
  }

  async finishAttempt(id: string, record: AttemptRecord): Promise<void> {
    await this.dataSource.query(
      `UPDATE alert_deliveries SET state = $2, last_status = $3, last_error = $4, last_answer = $5, duration_ms = $6,
         next_attempt_at = now() + make_interval(secs => $7),
         finished_at = CASE WHEN $2 = 'waiting' THEN NULL ELSE now() END
       WHERE id = $1`,
      [
        id,
        record.state,
        record.status,
        record.error,
        record.answer,
        Math.round(record.durationMs),
        record.afterMs / 1000,
      ],
    );
  }

  /** The latest first. */
  latest(channelId: string, limit: number): Promise<DeliveryRow[]> {
    return queryRows<DeliveryRow>(
      this.dataSource,
      'SELECT * FROM alert_deliveries WHERE channel_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2',
      [channelId, limit],
    );
  }

  find(channelId: string, id: string): Promise<DeliveryRow | null> {
    return queryOne<DeliveryRow>(
      this.dataSource,
      'SELECT * FROM alert_deliveries WHERE channel_id = $1 AND id = $2',
      [channelId, id],
    );
  }

  /** Restarts a finished delivery. @returns false if it is not finished */
  async again(channelId: string, id: string): Promise<boolean> {
    const changed = await queryRows(
      this.dataSource,
      `UPDATE alert_deliveries SET ${ANEW}
       WHERE channel_id = $1 AND id = $2 AND state <> 'waiting' RETURNING 1`,
      [channelId, id],
    );
    return changed.length > 0;
  }

  /** Number of tests of an owner's channels within the last minute. */
  async recentTests(ownerId: string): Promise<number> {
    const counted = await queryOne<{ tests: number }>(
      this.dataSource,
      `SELECT count(*)::int AS tests FROM alert_channels c JOIN alert_deliveries d ON d.channel_id = c.id
       WHERE c.owner_id = $1 AND d.created_at > now() - interval '1 minute' AND d.message->>'state' = 'test'`,
      [ownerId],
    );
    return counted?.tests ?? 0;
  }

  /** Overdue deliveries that seem to have lost their job, with their owners. */
  overdue(seconds: number): Promise<{ id: string; owner_id: string }[]> {
    return queryRows(
      this.dataSource,
      `SELECT d.id, c.owner_id FROM alert_deliveries d JOIN alert_channels c ON c.id = d.channel_id
       WHERE d.state = 'waiting' AND d.next_attempt_at < now() - make_interval(secs => $1)
       ORDER BY d.next_attempt_at LIMIT 500`,
      [seconds],
    );
  }

  async forgetOld(): Promise<void> {
    await this.dataSource.query(
      'DELETE FROM alert_deliveries WHERE created_at < now() - make_interval(days => $1)',
      [KEPT_DAYS],
    );
  }

  private async forgetBeyond(channelId: string): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM alert_deliveries WHERE channel_id = $1 AND created_at < (
         SELECT created_at FROM alert_deliveries WHERE channel_id = $1
         ORDER BY created_at DESC OFFSET ${KEPT_PER_CHANNEL} LIMIT 1)`,
      [channelId],
    );
  }
}
