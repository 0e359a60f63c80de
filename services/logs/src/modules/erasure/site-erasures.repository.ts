import { Injectable } from '@nestjs/common';
import { queryRows } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { nextRoundAt } from './erasure-rounds.rules.ts';

export interface SiteErasure {
  siteId: string;
  removedAtMs: number;
  roundsDone: number;
}

/** An instance that dies in a round is taken over from after so long. */
const CLAIM_MS = 30 * 60_000;

/** Which removed sites still have rounds to come. */
@Injectable()
export class SiteErasuresRepository {
  constructor(private readonly database: DataSource) {}

  async add(siteId: string, removedAtMs: number): Promise<void> {
    await this.database.query(
      `INSERT INTO site_erasures (site_id, removed_at, next_at) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING`,
      [siteId, new Date(removedAtMs)],
    );
  }

  /** A site whose next round is due, for this instance alone. */
  async claim(nowMs: number): Promise<SiteErasure | null> {
    // An UPDATE with RETURNING answers [rows, count].
    const rows = await queryRows<{ site_id: string; removed_at: Date; rounds_done: number }>(
      this.database,
      `UPDATE site_erasures SET claimed_until = $2
         WHERE site_id = (
           SELECT site_id FROM site_erasures WHERE next_at <= $1 AND claimed_until <= $1
           ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING site_id, removed_at, rounds_done`,
      [new Date(nowMs), new Date(nowMs + CLAIM_MS)],
    );
    const row = rows[0];
    return row
      ? { siteId: row.site_id, removedAtMs: row.removed_at.getTime(), roundsDone: row.rounds_done }
      : null;
  }

  /** A step of a round: behind the others that are due, so that a large site keeps none of them waiting. */
  async putOff({ siteId }: SiteErasure, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE site_erasures SET next_at = $2, claimed_until = '-infinity' WHERE site_id = $1`,
      [siteId, new Date(nowMs)],
    );
  }

  /** After a round: when the next is due, or that it was the last. */
  async roundDone({ siteId, removedAtMs, roundsDone }: SiteErasure): Promise<void> {
    const nextAtMs = nextRoundAt(removedAtMs, roundsDone + 1);
    if (nextAtMs === null) {
      await this.database.query('DELETE FROM site_erasures WHERE site_id = $1', [siteId]);
      return;
    }
    await this.database.query(
      `UPDATE site_erasures SET rounds_done = $2, next_at = $3, claimed_until = '-infinity' WHERE site_id = $1`,
      [siteId, roundsDone + 1, new Date(nextAtMs)],
    );
  }
}
