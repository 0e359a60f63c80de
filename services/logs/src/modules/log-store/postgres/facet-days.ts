// Sums each site's facets by day, an hour after another:
//
//   watch the hours ─▶ wait for writers that have not seen it ─▶ add the hours to the day, unless one has changed
//
// A writer that changes a watched hour takes the day back (a trigger, in its own transaction), and waits for no sum.

import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import type { DataSource } from 'typeorm';
import { FACETS_KEPT_DAYS } from '../../records/kept.rules.ts';

/** Most records of an hour have arrived by then. */
const SETTLED_MS = 15 * 60_000;
/** A day that late records change again and again is summed once in this time. */
const CALM_MS = 15 * 60_000;
/** Retention deletes hours of the oldest day: it is not summed. */
const SUMMED_DAYS = FACETS_KEPT_DAYS - 1;
/** Site-days watched with one statement. */
const DAYS_AT_ONCE = 500;
const WRITERS_MS = 10_000;
const WRITERS_PAUSE_MS = 50;

interface SiteDay {
  site_no: number;
  day: Date;
}

export class FacetDays {
  /** Days that were counted before there were sums; found once by each process. */
  private earlierDaysFound = false;

  constructor(private readonly database: DataSource) {}

  /**
   * Sums everything that is due, newest days first. What is interrupted is done by the next call, of any process.
   * @returns number of site-days whose sums have grown
   */
  async sum(nowMs: number, until?: AbortSignal): Promise<number> {
    if (!this.earlierDaysFound) await this.findEarlierDays(nowMs, until);
    let summed = 0;
    for (;;) {
      until?.throwIfAborted();
      const watched = await this.watch(nowMs);
      const due = await this.due();
      if (due.length > 0 && (await this.writersHaveEnded(until)))
        for (const day of due) {
          until?.throwIfAborted();
          summed += await this.sumOne(day);
        }
      if (watched < DAYS_AT_ONCE) return summed;
    }
  }

  /** Sums of days that have expired. */
  async applyRetention(nowMs: number): Promise<void> {
    const days: SiteDay[] = await this.database.query(
      'SELECT site_no, day FROM summed_facet_days WHERE day < $1',
      [iso(nowMs - (FACETS_KEPT_DAYS + 1) * DAY_MS)],
    );
    for (const day of days) await this.forget(day);
  }

  async deleteSite(siteNo: number, until?: AbortSignal): Promise<void> {
    const days: SiteDay[] = await this.database.query(
      'SELECT site_no, day FROM summed_facet_days WHERE site_no = $1',
      [siteNo],
    );
    for (const day of days) {
      until?.throwIfAborted();
      await this.forget(day);
    }
  }

  private async forget({ site_no, day }: SiteDay): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query('DELETE FROM summed_facet_days WHERE site_no = $1 AND day = $2', [site_no, day]);
      await manager.query(`DELETE FROM facet_days WHERE site_no = $1 AND ${ALL_KINDS} AND day = $2`, [
        site_no,
        day,
      ]);
    });
  }

  private async findEarlierDays(nowMs: number, until?: AbortSignal): Promise<void> {
    const today = nowMs - (nowMs % DAY_MS);
    for (let back = 0; back < SUMMED_DAYS; back++) {
      until?.throwIfAborted();
      const day = today - back * DAY_MS;
      await this.database.query(
        `INSERT INTO summed_facet_days (site_no, day, watched_until, summed_until)
         SELECT DISTINCT site_no, $1::timestamptz, $1::timestamptz, $1::timestamptz FROM traffic_hours
         WHERE hour >= $1 AND hour < $2 ORDER BY 1 ON CONFLICT DO NOTHING`,
        [iso(day), iso(day + DAY_MS)],
      );
    }
    this.earlierDaysFound = true;
  }

  /** From now on a change of these hours takes their day back. @returns number of site-days */
  private async watch(nowMs: number): Promise<number> {
    const settled = nowMs - SETTLED_MS;
    const [, count]: [unknown, number] = await this.database.query(
      `UPDATE summed_facet_days s SET watched_until = least(s.day + interval '24 hours', $1::timestamptz)
       FROM (
         SELECT site_no, day FROM summed_facet_days
         WHERE watched_until < least(day + interval '24 hours', $1::timestamptz) AND day >= $2
           AND taken_back_at < $3
         ORDER BY day DESC, site_no LIMIT ${DAYS_AT_ONCE} FOR UPDATE SKIP LOCKED
       ) AS due
       WHERE s.site_no = due.site_no AND s.day = due.day`,
      [iso(settled - (settled % HOUR_MS)), iso(nowMs - SUMMED_DAYS * DAY_MS), iso(nowMs - CALM_MS)],
    );
    return count;
  }

  private async due(): Promise<SiteDay[]> {
    return await this.database.query(
      'SELECT site_no, day FROM summed_facet_days WHERE summed_until < watched_until ORDER BY day DESC, site_no',
    );
  }

  /**
   * Whether all transactions have ended that may have changed an hour without seeing that it is watched. They hold the
   * table's lock of writers; those that take it from now on see it, as the trigger looks after that. Other tables' and
   * other databases' transactions, however long, are not waited for.
   */
  private async writersHaveEnded(until?: AbortSignal): Promise<boolean> {
    const writers = await this.writers();
    for (let waited = 0; waited <= WRITERS_MS; waited += WRITERS_PAUSE_MS) {
      if (writers.size === 0) return true;
      await sleep(WRITERS_PAUSE_MS, undefined, { signal: until });
      const now = await this.writers();
      for (const writer of writers) if (!now.has(writer)) writers.delete(writer);
    }
    return false;
  }

  /** Transactions that have written to `facet_hours`, or are about to. */
  private async writers(): Promise<Set<string>> {
    const rows: { writer: string }[] = await this.database.query(
      `SELECT virtualtransaction AS writer FROM pg_locks
       WHERE locktype = 'relation' AND relation = 'facet_hours'::regclass AND mode = 'RowExclusiveLock'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return new Set(rows.map(({ writer }) => writer));
  }

  private async sumOne({ site_no, day }: SiteDay): Promise<number> {
    return await this.database.transaction(async (manager) => {
      const [state]: { summed: Date; watched: Date }[] = await manager.query(
        `SELECT summed_until AS summed, watched_until AS watched FROM summed_facet_days
         WHERE site_no = $1 AND day = $2 AND summed_until < watched_until FOR UPDATE SKIP LOCKED`,
        [site_no, day],
      );
      // Taken back meanwhile, or in another process's hands.
      if (state === undefined) return 0;
      // A whole day is written anew and in order, so that its values stand side by side; its parts came hour by hour.
      const isWhole = state.watched.getTime() === day.getTime() + DAY_MS;
      if (isWhole)
        await manager.query(`DELETE FROM facet_days WHERE site_no = $1 AND ${ALL_KINDS} AND day = $2`, [
          site_no,
          day,
        ]);
      await manager.query(
        `INSERT INTO facet_days AS t (site_no, kind, day, value, requests, blocked, response_bytes)
         SELECT site_no, kind, $2::timestamptz, value, sum(requests), sum(blocked), sum(response_bytes) FROM facet_hours
         WHERE site_no = $1 AND ${ALL_KINDS} AND hour >= $3 AND hour < $4
         GROUP BY site_no, kind, value ORDER BY site_no, kind, value
         ON CONFLICT (site_no, kind, day, value) DO UPDATE SET requests = t.requests + excluded.requests,
           blocked = t.blocked + excluded.blocked, response_bytes = t.response_bytes + excluded.response_bytes`,
        [site_no, day, isWhole ? day : state.summed, state.watched],
      );
      await manager.query('UPDATE summed_facet_days SET summed_until = $3 WHERE site_no = $1 AND day = $2', [
        site_no,
        day,
        state.watched,
      ]);
      return 1;
    });
  }
}

/** The tables' keys begin with site and kind. */
const ALL_KINDS = 'kind = ANY (ARRAY(SELECT generate_series(0, 15)))';

const iso = (ms: number): string => new Date(ms).toISOString();
