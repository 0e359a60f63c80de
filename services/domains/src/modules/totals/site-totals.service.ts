import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { requestLogV1 } from '@palisade/contracts';
import type { DataSource } from 'typeorm';

/** How many requests each site had, as the log service says. Its totals are absolute: the latest wins. */
@Injectable()
export class SiteTotalsService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async keep(totals: requestLogV1.SiteTotals): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO site_totals (site_id, total_requests, allowed_requests, blocked_requests, as_of_ms)
       SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT FROM domains WHERE id = $1)
       ON CONFLICT (site_id) DO UPDATE SET total_requests = excluded.total_requests,
         allowed_requests = excluded.allowed_requests, blocked_requests = excluded.blocked_requests,
         as_of_ms = excluded.as_of_ms
       WHERE site_totals.as_of_ms <= excluded.as_of_ms`,
      [
        totals.siteId,
        totals.totalRequests.toString(),
        totals.allowedRequests.toString(),
        totals.blockedRequests.toString(),
        totals.asOfMs.toString(),
      ],
    );
  }
}
