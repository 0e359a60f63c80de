import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InstallationSum } from './public-figures.rules.ts';

/** Sums over all sites, from the hourly roll-ups. */
@Injectable()
export class InstallationSumsRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns `null` without traffic in that time */
  async since(from: Date): Promise<InstallationSum | null> {
    const [row]: Record<string, string | Date | null>[] = await this.database.query(
      `SELECT min(since) AS since, count(*) AS sites, sum(requests) AS requests, sum(blocked) AS blocked,
         max(requests) AS largest_requests, max(blocked) AS largest_blocked
       FROM (
         SELECT min(hour) AS since, sum(requests) AS requests, sum(blocked) AS blocked
         FROM traffic_hours WHERE hour >= $1 GROUP BY site_no
       ) AS sites`,
      [from],
    );
    if (!(row?.since instanceof Date)) return null;
    return {
      since: row.since,
      sites: Number(row.sites),
      requests: Number(row.requests),
      blocked: Number(row.blocked),
      largestRequests: Number(row.largest_requests),
      largestBlocked: Number(row.largest_blocked),
    };
  }
}
