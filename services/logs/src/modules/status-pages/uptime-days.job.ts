import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { IntervalJob } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { UPTIME_MS, UptimeRepository } from '../roll-ups/uptime.repository.ts';
import { dayOf } from './standing.rules.ts';
import { summedDay } from './status-view.service.ts';

const INTERVAL_MS = 10 * 60_000;
/** A day is summed after late records have arrived; its minutes are kept for days after that. */
const SETTLED_MS = 6 * HOUR_MS;
/** Maximum days that are caught up after downtime of the service, if all of their minutes still exist. */
const DAYS_BACK = 2;
const SITES_AT_ONCE = 500;

/**
 * Stores each site's uptime by day. An unfinished day restarts with its first site, and existing rows are kept, so that
 * concurrent instances and crashes change nothing.
 */
@Injectable()
export class UptimeDaysJob extends IntervalJob {
  protected readonly pauseMs = INTERVAL_MS;
  protected readonly failure = 'days of uptime will be summed later';

  constructor(
    private readonly database: DataSource,
    private readonly uptimes: UptimeRepository,
  ) {
    super();
  }

  protected run(): Promise<void> {
    return this.sum(Date.now());
  }

  async sum(nowMs: number): Promise<void> {
    const settledMs = nowMs - SETTLED_MS;
    const lastEndMs = settledMs - (settledMs % DAY_MS);
    for (let back = DAYS_BACK; back >= 1; back--) {
      const fromMs = lastEndMs - back * DAY_MS;
      // A day without its first minutes would count them as uptime: better unknown.
      if (fromMs >= nowMs - UPTIME_MS) await this.sumDay(fromMs);
    }
  }

  private async sumDay(fromMs: number): Promise<void> {
    const day = dayOf(fromMs);
    const done: unknown[] = await this.database.query('SELECT FROM summed_uptime_days WHERE day = $1', [day]);
    if (done.length > 0) return;
    for (let after = 0; !this.stopped; ) {
      const sites: { site_no: number }[] = await this.database.query(
        'SELECT site_no FROM sites WHERE site_no > $1 ORDER BY site_no LIMIT $2',
        [after, SITES_AT_ONCE],
      );
      const last = sites.at(-1);
      if (last === undefined) {
        await this.database.query('INSERT INTO summed_uptime_days VALUES ($1) ON CONFLICT DO NOTHING', [day]);
        return;
      }
      await this.keep(
        day,
        await this.uptimes.within(
          sites.map(({ site_no }) => site_no),
          fromMs,
          fromMs + DAY_MS,
        ),
      );
      after = last.site_no;
    }
  }

  private async keep(
    day: string,
    uptimes: readonly { siteNo: number; observedMs: number; downMs: number }[],
  ): Promise<void> {
    const days = uptimes.map((uptime) => summedDay(day, uptime));
    await this.database.query(
      `INSERT INTO uptime_days (day, site_no, observed_seconds, down_seconds)
       SELECT $1::date, * FROM unnest($2::int[], $3::int[], $4::int[]) ON CONFLICT DO NOTHING`,
      [
        day,
        uptimes.map(({ siteNo }) => siteNo),
        days.map(({ observedSeconds }) => observedSeconds),
        days.map(({ downSeconds }) => downSeconds),
      ],
    );
  }
}
