import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What changes with every request of these sites, without looking at one. */
@Injectable()
export class LiveRepository {
  constructor(private readonly database: DataSource) {}

  /** How much these sites have had since then, by the roll-ups of minutes. */
  async counts(siteNos: readonly number[], fromMs: number): Promise<{ requests: number; blocked: number }> {
    const [row]: { requests: string; blocked: string }[] = await this.database.query(
      `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(blocked), 0) AS blocked
       FROM traffic_minutes WHERE site_no = ANY($1) AND minute >= $2`,
      [siteNos, new Date(fromMs).toISOString()],
    );
    return { requests: Number(row?.requests), blocked: Number(row?.blocked) };
  }
}
