import { Inject, Injectable } from '@nestjs/common';
import { EventPublisher } from '@palisade/messaging/nest';
import { IntervalJob } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';

interface TotalsRow {
  site_no: number;
  site_id: string;
  requests: string;
  blocked: string;
  response_bytes: string;
}

const INTERVAL_MS = 1000;
/** With this many changed sites in a run the system is busy, and each is published less often. */
const QUIET_SITES = 50;
const MAX_PER_RUN = 1000;

/**
 * Publishes absolute totals of changed sites. The table itself holds what is due, so neither a crash nor a second
 * instance loses one; publishing a total twice does no harm.
 */
@Injectable()
export class TotalsAnnouncerJob extends IntervalJob {
  protected readonly pauseMs = INTERVAL_MS;
  protected readonly failure = 'totals will be announced later';

  constructor(
    private readonly database: DataSource,
    private readonly publisher: EventPublisher,
    @Inject(LOGS_CONFIG) private readonly config: LogsConfig,
  ) {
    super();
  }

  protected run(): Promise<number> {
    return this.announce();
  }

  /** @returns number of sites published */
  async announce(): Promise<number> {
    const { PALISADE_LOGS_TOTALS_QUIET_MS: quietMs, PALISADE_LOGS_TOTALS_BUSY_MS: busyMs } = this.config;
    return await this.database.transaction(async (manager) => {
      const [changed]: { count: string }[] = await manager.query(
        `SELECT count(*) AS count FROM (SELECT 1 FROM site_totals WHERE requests <> announced_requests LIMIT $1) AS c`,
        [QUIET_SITES + 1],
      );
      const intervalMs = Number(changed?.count ?? 0) > QUIET_SITES ? busyMs : quietMs;
      const rows: TotalsRow[] = await manager.query(
        `SELECT t.site_no, s.site_id, t.requests, t.blocked, t.response_bytes
         FROM site_totals t JOIN sites s USING (site_no)
         WHERE t.requests <> t.announced_requests AND s.site_id <> ''
           AND t.announced_at <= now() - make_interval(secs => $1)
         ORDER BY t.announced_at LIMIT ${MAX_PER_RUN} FOR UPDATE OF t SKIP LOCKED`,
        [intervalMs / 1000],
      );
      if (rows.length === 0) return 0;
      const asOfMs = BigInt(Date.now());
      await this.publisher.publish(
        rows.map((row) => ({
          type: 'logs.site_totals.v1' as const,
          key: row.site_id,
          payload: {
            siteId: row.site_id,
            totalRequests: BigInt(row.requests),
            blockedRequests: BigInt(row.blocked),
            allowedRequests: BigInt(row.requests) - BigInt(row.blocked),
            responseBytes: BigInt(row.response_bytes),
            asOfMs,
          },
        })),
      );
      await manager.query(
        `UPDATE site_totals SET announced_requests = requests, announced_at = now() WHERE site_no = ANY($1)`,
        [rows.map((row) => row.site_no)],
      );
      return rows.length;
    });
  }
}
