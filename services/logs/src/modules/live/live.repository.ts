import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How long a result is shared, ms. Shorter than a stream's poll interval, so that each poll gets a fresh result. */
const CACHE_TTL_MS = 900;

interface Counts {
  requests: number;
  blocked: number;
}

/** Cheap counts that change with every request of the given sites; used to notice changes. */
@Injectable()
export class LiveRepository {
  /**
   * Queries under way or recent, by their arguments: however many streams show the same sites, the database is asked
   * once per CACHE_TTL_MS.
   */
  private readonly shared = new Map<string, Promise<Counts>>();

  constructor(private readonly database: DataSource) {}

  /** Requests of these sites since `fromMs`, from the per-minute roll-ups. The result may be up to a second old. */
  counts(siteNos: readonly number[], fromMs: number): Promise<Counts> {
    const key = JSON.stringify([siteNos, fromMs]);
    const known = this.shared.get(key);
    if (known !== undefined) return known;
    const asked = this.ask(siteNos, fromMs);
    this.shared.set(key, asked);
    const forget = () => void this.shared.delete(key);
    asked.then(() => setTimeout(forget, CACHE_TTL_MS).unref(), forget);
    return asked;
  }

  private async ask(siteNos: readonly number[], fromMs: number): Promise<Counts> {
    const [row]: { requests: string; blocked: string }[] = await this.database.query(
      `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(blocked), 0) AS blocked
       FROM traffic_minutes WHERE site_no = ANY($1) AND minute >= $2`,
      [siteNos, new Date(fromMs).toISOString()],
    );
    return { requests: Number(row?.requests), blocked: Number(row?.blocked) };
  }
}
