import { DAY_MS } from '@palisade/basics';
import { FACET } from '../../records/roll-ups.rules.ts';
import { parsePartitionId } from '../partition-id.rules.ts';
import { parsePartition } from '../partition-name.rules.ts';
import { Partitions } from '../postgres/partitions.ts';
import type { SiteDay } from './move-differences.rules.ts';
import type { MoveParts } from './move-parts.types.ts';
import { withoutStatementTimeout } from './without-statement-timeout.ts';

type Stored = Pick<SiteDay, 'records' | 'counted' | 'facetRequests' | 'facetBytes' | 'retentionDays'>;

/** Counts the contents of both stores, a day at a time. No table is renamed, and no other move runs. */
export class DaySums {
  constructor(private readonly parts: MoveParts) {}

  /** Days with contents, as midnights UTC in milliseconds. */
  async days(): Promise<number[]> {
    const { database, clickhouse } = this.parts;
    const tables = (await new Partitions(database).tables()).map(parsePartition);
    const partitions = [
      ...(await clickhouse.partitionsOf('request_logs')),
      ...(await clickhouse.partitionsOf('facet_hours')),
    ].map(parsePartitionId);
    const days = new Set([...tables, ...partitions].filter((one) => one !== null).map(({ dayMs }) => dayMs));
    const [hours]: { from_ms: number | null; to_ms: number | null }[] = await database.query(
      `SELECT (extract(epoch FROM min(hour)) * 1000)::float8 AS from_ms, (extract(epoch FROM max(hour)) * 1000)::float8 AS to_ms
       FROM facet_hours`,
    );
    const { from_ms: fromMs, to_ms: toMs } = hours!;
    if (fromMs !== null && toMs !== null)
      for (let dayMs = fromMs - (fromMs % DAY_MS); dayMs <= toMs; dayMs += DAY_MS) days.add(dayMs);
    return [...days].sort((a, b) => b - a);
  }

  async of(dayMs: number): Promise<Map<number, SiteDay>> {
    const before = await this.traffic(dayMs);
    // From here on everything stored before is in one of both stores.
    await this.parts.outbox.flush();
    const sums = new Map<number, Stored>();
    for (const row of [...(await this.inPostgres(dayMs)), ...(await this.inClickhouse(dayMs))])
      addTo(sums, row);
    const after = await this.traffic(dayMs);
    const sites = new Set([...before.keys(), ...sums.keys(), ...after.keys()]);
    return new Map(
      [...sites].map((siteNo) => [
        siteNo,
        {
          siteNo,
          trafficBefore: before.get(siteNo) ?? 0n,
          trafficAfter: after.get(siteNo) ?? 0n,
          ...(sums.get(siteNo) ?? NOTHING),
        },
      ]),
    );
  }

  private async traffic(dayMs: number): Promise<Map<number, bigint>> {
    const rows: { site_no: number; requests: string }[] = await this.parts.database.query(
      'SELECT site_no, sum(requests) AS requests FROM traffic_hours WHERE hour >= $1 AND hour < $2 GROUP BY 1',
      spanOf(dayMs),
    );
    return new Map(rows.map(({ site_no, requests }) => [site_no, BigInt(requests)]));
  }

  private inPostgres(dayMs: number): Promise<unknown[][]> {
    return withoutStatementTimeout(this.parts.database, async (client) => {
      const ask = async (text: string) =>
        (await client.query<unknown[]>({ text, values: spanOf(dayMs), rowMode: 'array' })).rows;
      return [
        ...(await ask(
          `SELECT site_no, min(retention_days), count(*), 0, 0, 0 FROM request_logs
           WHERE received_at >= $1 AND received_at < $2 GROUP BY 1`,
        )),
        ...(await ask(
          `SELECT site_no, 0, 0, coalesce(sum(requests) FILTER (WHERE kind = ${FACET.status}), 0), sum(requests), sum(response_bytes)
           FROM facet_hours WHERE hour >= $1 AND hour < $2 GROUP BY 1`,
        )),
      ];
    });
  }

  private async inClickhouse(dayMs: number): Promise<unknown[][]> {
    const { clickhouse } = this.parts;
    const day = { from: dayMs / 1000, to: (dayMs + DAY_MS) / 1000 };
    const records = await clickhouse.rows(
      `SELECT site_no, min(retention_days), count(), 0, 0, 0 FROM request_logs
       WHERE received_at >= toDateTime({from:UInt32}) AND received_at < toDateTime({to:UInt32}) GROUP BY 1`,
      day,
    );
    const facets = await clickhouse.rows(
      `SELECT site_no, 0, 0, sumIf(requests, kind = ${FACET.status}), sum(requests), sum(response_bytes) FROM facet_hours
       WHERE hour >= toDateTime({from:UInt32}) AND hour < toDateTime({to:UInt32}) GROUP BY 1`,
      day,
    );
    return [...records, ...facets];
  }
}

const NOTHING: Stored = { retentionDays: 0, records: 0n, counted: 0n, facetRequests: 0n, facetBytes: 0n };

const spanOf = (dayMs: number): string[] => [
  new Date(dayMs).toISOString(),
  new Date(dayMs + DAY_MS).toISOString(),
];

function addTo(sums: Map<number, Stored>, row: readonly unknown[]): void {
  const [site, retention, records, counted, facetRequests, facetBytes] = row.map((value) =>
    BigInt(value as string | number),
  ) as [bigint, bigint, bigint, bigint, bigint, bigint];
  const sum = sums.get(Number(site)) ?? NOTHING;
  const days = [sum.retentionDays, Number(retention)].filter((some) => some > 0);
  sums.set(Number(site), {
    retentionDays: days.length === 0 ? 0 : Math.min(...days),
    records: sum.records + records,
    counted: sum.counted + counted,
    facetRequests: sum.facetRequests + facetRequests,
    facetBytes: sum.facetBytes + facetBytes,
  });
}
