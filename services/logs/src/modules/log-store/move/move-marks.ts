import { DAY_MS } from '@palisade/basics';
import { DaySums } from './day-sums.ts';
import { type Difference, differencesOf, type SiteDay } from './move-differences.rules.ts';
import type { MoveParts } from './move-parts.types.ts';

/** Days that retention deletes within this margin are left out of the comparison. */
const RETENTION_SLACK_MS = 3_600_000;
const FACETS_COMPARED_DAYS = 90;

export interface DayDifference extends Difference {
  dayMs: number;
}

export interface Compared {
  days: number;
  records: bigint;
  differences: DayDifference[];
}

/** Contents of the stores when a move began: it may be interrupted and take days. */
export class MoveMarks {
  private readonly sums: DaySums;

  constructor(private readonly parts: MoveParts) {
    this.sums = new DaySums(parts);
  }

  async isBegun(): Promise<boolean> {
    return (await this.parts.database.query('SELECT FROM log_moves')).length > 0;
  }

  async begin(): Promise<void> {
    const { database, note } = this.parts;
    // Left by a process that was killed while counting.
    await this.end();
    const days = await this.sums.days();
    note(`counting what is stored of ${days.length} days`);
    for (const dayMs of days) await this.write(dayMs, [...(await this.sums.of(dayMs)).values()]);
    await database.query('INSERT INTO log_moves (begun_at) VALUES (now())');
  }

  async compare(nowMs: number): Promise<Compared> {
    const { database, note } = this.parts;
    const marked: { day_ms: number }[] = await database.query(
      'SELECT DISTINCT (extract(epoch FROM day) * 1000)::float8 AS day_ms FROM log_move_marks ORDER BY 1 DESC',
    );
    note(`comparing ${marked.length} days with what was stored before`);
    const erased = await this.erasedSites();
    const result: Compared = { days: marked.length, records: 0n, differences: [] };
    for (const { day_ms: dayMs } of marked) {
      const before = (await this.read(dayMs)).filter(({ siteNo }) => !erased.has(siteNo));
      const now = await this.sums.of(dayMs);
      for (const mark of before) {
        const found = now.get(mark.siteNo) ?? nothingOf(mark.siteNo);
        result.records += found.records;
        const differences = differencesOf(mark, found).filter((one) => isStillKept(one, dayMs, mark, nowMs));
        result.differences.push(...differences.map((one) => ({ ...one, dayMs })));
      }
    }
    return result;
  }

  /** Deletes all marks. */
  async end(): Promise<void> {
    await this.parts.database.query('TRUNCATE log_moves, log_move_marks');
  }

  private async write(dayMs: number, sites: readonly SiteDay[]): Promise<void> {
    const column = (read: (site: SiteDay) => bigint) => sites.map((site) => String(read(site)));
    await this.parts.database.query(
      `INSERT INTO log_move_marks (day, site_no, retention_days, traffic_before, traffic_after, records, counted,
         facet_requests, facet_bytes)
       SELECT $1::date, * FROM unnest($2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
         $8::bigint[], $9::bigint[])`,
      [
        new Date(dayMs).toISOString().slice(0, 10),
        sites.map(({ siteNo }) => siteNo),
        sites.map(({ retentionDays }) => retentionDays),
        column(({ trafficBefore }) => trafficBefore),
        column(({ trafficAfter }) => trafficAfter),
        column(({ records }) => records),
        column(({ counted }) => counted),
        column(({ facetRequests }) => facetRequests),
        column(({ facetBytes }) => facetBytes),
      ],
    );
  }

  private async read(dayMs: number): Promise<SiteDay[]> {
    const rows: Record<string, string | number>[] = await this.parts.database.query(
      'SELECT * FROM log_move_marks WHERE day = $1::date',
      [new Date(dayMs).toISOString().slice(0, 10)],
    );
    return rows.map((row) => ({
      siteNo: Number(row.site_no),
      retentionDays: Number(row.retention_days),
      trafficBefore: BigInt(row.traffic_before!),
      trafficAfter: BigInt(row.traffic_after!),
      records: BigInt(row.records!),
      counted: BigInt(row.counted!),
      facetRequests: BigInt(row.facet_requests!),
      facetBytes: BigInt(row.facet_bytes!),
    }));
  }

  /** Their traffic is deleted, too. */
  private async erasedSites(): Promise<Set<number>> {
    const rows: { site_no: number }[] = await this.parts.database.query(
      'SELECT site_no FROM sites JOIN site_erasures USING (site_id)',
    );
    return new Set(rows.map(({ site_no }) => site_no));
  }
}

const nothingOf = (siteNo: number): SiteDay => ({
  siteNo,
  retentionDays: 0,
  trafficBefore: 0n,
  trafficAfter: 0n,
  records: 0n,
  counted: 0n,
  facetRequests: 0n,
  facetBytes: 0n,
});

function isStillKept({ what }: Difference, dayMs: number, mark: SiteDay, nowMs: number): boolean {
  const days = what === 'records' ? mark.retentionDays : FACETS_COMPARED_DAYS;
  // Late records of an expired day are counted as traffic and not stored.
  if (days === 0) return false;
  return dayMs + (days + 1) * DAY_MS - RETENTION_SLACK_MS > nowMs;
}
