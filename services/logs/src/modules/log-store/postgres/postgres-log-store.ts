import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { deleteInBatches } from '../../../database/delete-in-batches.ts';
import { FACETS_KEPT_DAYS } from '../../records/kept.rules.ts';
import { FACET, type FacetCount } from '../../records/roll-ups.rules.ts';
import { FacetAdmission } from '../facet-admission.ts';
import { LogStore, type Span } from '../log-store.port.ts';
import { FacetDays } from './facet-days.ts';
import { writeFacets } from './facet-writer.ts';
import { Partitions } from './partitions.ts';
import { PostgresAggregates } from './postgres-aggregates.ts';
import { PostgresFacets } from './postgres-facets.ts';
import { PostgresRecords } from './postgres-records.ts';
import { TextRows } from './text-rows.ts';

const FACETS_KEPT = `${FACETS_KEPT_DAYS} days`;
/** Two partial indexes cover all rows: deleting by one after the other uses both. */
const KINDS = ['blocked', 'NOT blocked'];
/** Condition that none of these rows of the address $2 is left in a facet's hour. */
const noneLeft = (kind: string): string =>
  `NOT EXISTS (SELECT FROM request_logs WHERE site_no = $1 AND client_address = $2 AND ${kind}
     AND received_at >= facet_hours.hour AND received_at < facet_hours.hour + interval '1 hour')`;

/** Request logs in the service's own database, partitioned by retention class and day. */
export class PostgresLogStore extends LogStore {
  readonly records: PostgresRecords;
  readonly aggregates: PostgresAggregates;
  readonly facets: PostgresFacets;
  private readonly admission = new FacetAdmission();
  readonly closedValues = this.admission.closedValues;
  private readonly partitions: Partitions;
  private readonly facetDays: FacetDays;

  constructor(private readonly database: DataSource) {
    super();
    this.records = new PostgresRecords(database);
    this.aggregates = new PostgresAggregates(database);
    this.facets = new PostgresFacets(database);
    this.partitions = new Partitions(database);
    this.facetDays = new FacetDays(database);
  }

  newRecords(): TextRows {
    return new TextRows(this.partitions);
  }

  async count(transaction: PoolClient, facets: readonly FacetCount[]): Promise<() => void> {
    const stored = await writeFacets(transaction, facets, this.admission);
    return () => this.admission.remember(stored);
  }

  async close(): Promise<void> {
    // Uses the service's connections.
  }

  prepare(nowMs: number): Promise<void> {
    return this.partitions.makeAhead(nowMs);
  }

  async applyRetention(nowMs: number): Promise<void> {
    await this.partitions.dropExpired(nowMs);
    await this.partitions.summarize(nowMs);
    await deleteInBatches(this.database, {
      table: 'facet_hours',
      condition: 'hour < $1::timestamptz - $2::interval',
      values: [new Date(nowMs).toISOString(), FACETS_KEPT],
      orderBy: 'hour',
    });
    await this.facetDays.applyRetention(nowMs);
  }

  async sumDays(nowMs: number, until?: AbortSignal): Promise<void> {
    await this.facetDays.sum(nowMs, until);
  }

  async deleteSite(siteNo: number, until?: AbortSignal): Promise<number> {
    let deleted = await this.deleteRecords('site_no = $1', [siteNo], until);
    deleted += await this.deleteBatches('facet_hours', 'site_no = $1', [siteNo], until);
    await this.facetDays.deleteSite(siteNo, until);
    return deleted;
  }

  async deleteClient(
    siteNo: number,
    address: string,
    { fromMs, toMs }: Span,
    until?: AbortSignal,
  ): Promise<number> {
    const span = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
    const deleted = await this.deleteRecords(
      'site_no = $1 AND client_address = $2 AND received_at >= $3 AND received_at < $4',
      [siteNo, address, ...span],
      until,
    );
    // Searches skip hours without the value: an hour that still has records of it keeps it.
    await this.deleteBatches(
      'facet_hours',
      `site_no = $1 AND kind = ${FACET.address} AND hour >= date_trunc('hour', $3::timestamptz, 'UTC') AND hour < $4
       AND value = $2 AND (hour >= $3 AND hour + interval '1 hour' <= $4 OR ${KINDS.map(noneLeft).join(' AND ')})`,
      [siteNo, address, ...span],
      until,
    );
    return deleted;
  }

  private async deleteRecords(
    condition: string,
    values: readonly unknown[],
    until?: AbortSignal,
  ): Promise<number> {
    let deleted = 0;
    for (const table of await this.partitions.tables())
      for (const kind of KINDS)
        deleted += await this.deleteBatches(table, `${condition} AND ${kind}`, values, until);
    return deleted;
  }

  private deleteBatches(
    table: string,
    condition: string,
    values: readonly unknown[],
    until?: AbortSignal,
  ): Promise<number> {
    return deleteInBatches(this.database, { table, condition, values, until });
  }
}
