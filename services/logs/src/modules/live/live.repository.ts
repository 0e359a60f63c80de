import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Shorter than a stream's pause, so that each of its looks has a new answer. Milliseconds. */
const SHARED_MS = 900;

interface Counts {
  requests: number;
  blocked: number;
}

/** What changes with every request of these sites, without looking at one. */
@Injectable()
export class LiveRepository {
  /** By what was asked: however many streams show the same sites, the database is asked once in that time. */
  private readonly shared = new Map<string, Promise<Counts>>();

  constructor(private readonly database: DataSource) {}

  /** How much these sites have had since then, by the roll-ups of minutes; what is told may be a second old. */
  counts(siteNos: readonly number[], fromMs: number): Promise<Counts> {
    const key = JSON.stringify([siteNos, fromMs]);
    const known = this.shared.get(key);
    if (known !== undefined) return known;
    const asked = this.ask(siteNos, fromMs);
    this.shared.set(key, asked);
    const forget = () => void this.shared.delete(key);
    asked.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
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
