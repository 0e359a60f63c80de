import { Injectable, Logger } from '@nestjs/common';
import { DAY_MS, MINUTE_MS } from '@palisade/basics';
import { BusMetrics } from '@palisade/messaging/nest';
import { DataSource } from 'typeorm';
import { storedUntil } from './stored-until.rules.ts';

/** How far back waiting records, and the newest stored one, are searched for. */
const MAX_BEHIND_MS = DAY_MS;

/**
 * The time up to which the installation's records are stored. Measurements of the last minutes end there: records that
 * wait on the bus would read as no traffic, and nobody would look at them later.
 */
@Injectable()
export class StoredUntilService {
  private readonly logger = new Logger(StoredUntilService.name);

  constructor(
    private readonly database: DataSource,
    private readonly bus: BusMetrics,
  ) {}

  /** @returns that time, `now` where nothing waits */
  async moment(now = new Date()): Promise<Date> {
    const nowMs = now.getTime();
    let waiting: Date[];
    try {
      waiting = await this.bus.waitingSince('request-logs');
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the bus does not say whether records wait: alerts look at those that are stored',
      );
      return await this.newestMinute(now);
    }
    const waitingSinceMs = waiting.map((at) => at.getTime());
    return new Date(storedUntil({ nowMs, waitingSinceMs, maxBehindMs: MAX_BEHIND_MS }));
  }

  /** The end of the newest minute with a record, corrected for edges' clocks; `now` where there is none. */
  private async newestMinute(now: Date): Promise<Date> {
    const [row]: { newest: Date | null }[] = await this.database.query(
      'SELECT max(minute) AS newest FROM traffic_minutes WHERE minute > $1 AND minute <= $2',
      [new Date(now.getTime() - MAX_BEHIND_MS), now],
    );
    const newestMs = row?.newest?.getTime();
    return newestMs === undefined ? now : new Date(Math.min(now.getTime(), newestMs + MINUTE_MS));
  }
}
