import { Injectable, Logger } from '@nestjs/common';
import { MINUTE_MS } from '@palisade/basics';
import type { PartitionLag } from '@palisade/messaging';
import { BusMetrics } from '@palisade/messaging/nest';
import { DataSource } from 'typeorm';
import { storedUntil } from './stored-until.rules.ts';

/** How far back the newest record is looked for. */
const LOOKED_BACK = '1 day';

/**
 * Up to when the installation's records are stored. Whoever measures the last minutes measures those before it: what waits on the bus
 * would read as no traffic, and would be looked at by nobody once it is there.
 */
@Injectable()
export class StoredUntilService {
  private readonly logger = new Logger(StoredUntilService.name);

  constructor(
    private readonly database: DataSource,
    private readonly bus: BusMetrics,
  ) {}

  /** @returns that moment, `now` where nothing waits */
  async moment(now = new Date()): Promise<Date> {
    const [row]: { newest: Date | null }[] = await this.database.query(
      'SELECT max(minute) AS newest FROM traffic_minutes WHERE minute > $1::timestamptz - $2::interval',
      [now.toISOString(), LOOKED_BACK],
    );
    const newestMs = row?.newest?.getTime() ?? null;
    const facts = { nowMs: now.getTime(), newestMs, minuteMs: MINUTE_MS };
    // Most often it is all there, and nobody needs to be asked.
    if (storedUntil({ ...facts, isWaiting: true }) === facts.nowMs) return now;
    return new Date(storedUntil({ ...facts, isWaiting: await this.isWaiting() }));
  }

  /** Of a bus that does not answer nobody knows what waits on it. */
  private async isWaiting(): Promise<boolean> {
    let lags: PartitionLag[];
    try {
      lags = await this.bus.lag();
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the bus does not say whether records wait: alerts look at those that are stored',
      );
      return true;
    }
    return lags.some(({ topic, lag }) => topic === 'request-logs' && lag !== null && lag > 0);
  }
}
