import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const MAX_CACHED = 100_000;
const MAX_ID_LENGTH = 200;

/** Maps sites to small numbers, which keep rows and indexes small. */
@Injectable()
export class SitesRepository {
  private numbers = new Map<string, number>();

  constructor(private readonly database: DataSource) {}

  /** For sites that `ensure` has seen. */
  numberOf(siteId: string): number {
    const number = this.numbers.get(siteId);
    if (number === undefined) throw new Error('site numbers must be ensured first');
    return number;
  }

  isKnown(siteId: string): boolean {
    return this.numbers.has(siteId);
  }

  async ensure(siteIds: Iterable<string>): Promise<void> {
    const missing = [...new Set(siteIds)].filter((id) => !this.numbers.has(id));
    if (missing.length === 0) return;
    if (this.numbers.size > MAX_CACHED) this.numbers = new Map();
    const storable = missing.map(toStorable);
    await this.database.query(
      'INSERT INTO sites (site_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
      [[...new Set(storable)].sort()],
    );
    const known = await this.find(storable);
    missing.forEach((id, i) => {
      const number = known.get(storable[i]!);
      if (number !== undefined) this.numbers.set(id, number);
    });
  }

  async idOf(siteNo: number): Promise<string | null> {
    const [row]: { site_id: string }[] = await this.database.query(
      'SELECT site_id FROM sites WHERE site_no = $1',
      [siteNo],
    );
    return row?.site_id ?? null;
  }

  /** The numbers of those that have ever had traffic, by id. */
  async find(siteIds: readonly string[]): Promise<Map<string, number>> {
    const rows: { site_id: string; site_no: number }[] = await this.database.query(
      'SELECT site_id, site_no FROM sites WHERE site_id = ANY($1)',
      [siteIds],
    );
    return new Map(rows.map((row) => [row.site_id, row.site_no]));
  }
}

/** Ids come from the edge and are UUIDs; anything else must at least not break the statement. */
function toStorable(siteId: string): string {
  return siteId.replace(/[^\x21-\x7e]/g, '?').slice(0, MAX_ID_LENGTH);
}
