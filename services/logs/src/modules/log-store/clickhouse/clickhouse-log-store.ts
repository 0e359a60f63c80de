import { DAY_MS, HOUR_MS } from '@palisade/basics';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { FACETS_KEPT_DAYS } from '../../records/kept.rules.ts';
import { FACET, type FacetCount, OTHER } from '../../records/roll-ups.rules.ts';
import { FacetAdmission, type StoredValue } from '../facet-admission.ts';
import { LogStore, type Span } from '../log-store.port.ts';
import { parsePartitionId } from '../partition-id.rules.ts';
import { PostgresLogStore } from '../postgres/postgres-log-store.ts';
import { BlockOutbox } from './block-outbox.ts';
import { ClickhouseAggregates } from './clickhouse-aggregates.ts';
import { ClickhouseConnection, type Parameters } from './clickhouse-connection.ts';
import { ClickhouseFacets } from './clickhouse-facets.ts';
import { ClickhouseRecords } from './clickhouse-records.ts';
import { facetBytes, facetRows, readFacetLines, readFacetRows } from './facet-blocks.ts';
import { ONE_SERVER, onCluster, storedTable } from './layout.ts';
import { NativeRows, SpareColumns } from './native-rows.ts';
import { IN_TIME, timeOf } from './record-walk.ts';

/** Parameters are part of the URL, whose length a server limits. */
const BUCKETS_AT_ONCE = 1_000;

type StoredValueLine = [siteNo: number, kind: number, hour: number, value: string];

const storedValue = ([siteNo, kind, hour, value]: StoredValueLine): StoredValue => ({
  siteNo,
  kind,
  value,
  hourMs: hour * 1000,
});

/**
 * Request logs in ClickHouse. The service's own database decides whether a batch is stored, in the transaction that
 * counts it: blocks are written there first, and sent from there (`BlockOutbox`).
 */
export class ClickhouseLogStore extends LogStore {
  readonly records: ClickhouseRecords;
  readonly aggregates: ClickhouseAggregates;
  readonly facets: ClickhouseFacets;
  private readonly admission = new FacetAdmission();
  readonly closedValues = this.admission.closedValues;
  private readonly columns = new SpareColumns();
  private readonly clickhouse: ClickhouseConnection;
  private readonly outbox: BlockOutbox;
  /**
   * The PostgreSQL store keeps what was stored before the installation had ClickHouse, until it is moved or expires;
   * erasure covers it too.
   */
  private readonly former: PostgresLogStore;

  /** @param url `http://USER:PASSWORD@HOST:8123/DATABASE` */
  constructor(database: DataSource, url: string, layout = ONE_SERVER) {
    super();
    this.former = new PostgresLogStore(database);
    this.clickhouse = new ClickhouseConnection(url, layout);
    this.outbox = new BlockOutbox(database, this.clickhouse);
    this.records = new ClickhouseRecords(this.clickhouse, this.outbox);
    this.aggregates = new ClickhouseAggregates(this.clickhouse);
    this.facets = new ClickhouseFacets(this.clickhouse);
  }

  newRecords(): NativeRows {
    const { columns, outbox } = this;
    return new NativeRows(columns, outbox.writers, (transaction, block) =>
      outbox.put(transaction, 'record_block', block.written, block),
    );
  }

  async count(transaction: PoolClient, facets: readonly FacetCount[]): Promise<() => Promise<void>> {
    const table = { valuesOf: (asked: readonly FacetCount[]) => this.storedValues(transaction, asked) };
    const { counts, stored } = await this.admission.admit(table, facets);
    if (counts.length > 0) {
      const rows = facetRows(counts, this.outbox.writers.take(facetBytes(counts)));
      await this.outbox.put(transaction, 'facet_rows', rows.written, rows);
    }
    return async () => {
      this.admission.remember(stored);
      await this.outbox.send();
    };
  }

  /** Sends what an earlier process left unsent. */
  async prepare(): Promise<void> {
    await this.outbox.send();
  }

  async applyRetention(nowMs: number): Promise<void> {
    await this.former.applyRetention(nowMs);
    for (const table of ['request_logs', 'facet_hours'])
      for (const id of await this.clickhouse.partitionsOf(table))
        if (hasExpired(id, nowMs))
          await this.clickhouse.run(`ALTER TABLE ${this.whole(table)} DROP PARTITION ID '${id}'`);
  }

  async sumDays(): Promise<void> {
    // The server maintains them: a projection.
  }

  /** PostgreSQL first: anything that is moved here meanwhile is then found here. */
  async deleteSite(siteNo: number, until?: AbortSignal): Promise<number> {
    let deleted = await this.former.deleteSite(siteNo, until);
    until?.throwIfAborted();
    await this.outbox.flush();
    for (const table of ['request_logs', 'facet_hours'])
      deleted += await this.deleteByDay(table, siteNo, until);
    return deleted;
  }

  /** Each of its statements has the time limit of one statement. */
  async deleteClient(siteNo: number, address: string, span: Span, until?: AbortSignal): Promise<number> {
    const former = await this.former.deleteClient(siteNo, address, span, until);
    await this.outbox.flush();
    until?.throwIfAborted();
    const ofAddress = `${IN_TIME} AND client_address = {address:String}`;
    const records = await this.deleteRows('request_logs', ofAddress, {
      ...{ sites: [siteNo], address, ...timeOf(span) },
    });
    until?.throwIfAborted();
    const fromMs = span.fromMs - (span.fromMs % HOUR_MS);
    const toMs = Math.ceil(span.toMs / HOUR_MS) * HOUR_MS;
    // An hour that still has records with the value keeps it.
    const left = await this.clickhouse.rows<[string | number]>(
      `SELECT DISTINCT intDiv(toUnixTimestamp(received_at), 3600) * 3600 FROM request_logs WHERE ${ofAddress}`,
      { sites: [siteNo], address, ...timeOf({ fromMs, toMs }) },
    );
    await this.deleteRows(
      'facet_hours',
      `site_no = {site:UInt32} AND kind = ${FACET.address} AND value = {address:String}
       AND hour >= toDateTime({from:UInt32}) AND hour < toDateTime({to:UInt32})
       AND NOT has({left:Array(UInt32)}, toUnixTimestamp(hour))`,
      {
        ...{ site: siteNo, address, left: left.map(([hour]) => Number(hour)) },
        ...{ from: fromMs / 1000, to: Math.ceil(span.toMs / 1000) },
      },
    );
    return records + former;
  }

  async close(): Promise<void> {
    await this.outbox.close();
    await this.clickhouse.close();
  }

  /** One statement per day's partition, which bounds how much each rewrites and waits for. */
  private async deleteByDay(table: string, siteNo: number, until?: AbortSignal): Promise<number> {
    const found = await this.clickhouse.rows<[id: string, count: string]>(
      `SELECT _partition_id, count() FROM ${table} WHERE site_no = {site:UInt32} GROUP BY 1 ORDER BY 1`,
      { site: siteNo },
    );
    let deleted = 0;
    for (const [id, count] of found) {
      until?.throwIfAborted();
      await this.clickhouse.run(
        `ALTER TABLE ${this.whole(table)} DELETE IN PARTITION ID '${id}' WHERE site_no = {site:UInt32}`,
        { site: siteNo },
      );
      deleted += Number(count);
    }
    return deleted;
  }

  /** Rewritten so that nothing is left on disk either: rare, and worth the cost. */
  private async deleteRows(table: string, condition: string, parameters: Parameters): Promise<number> {
    const [row] = await this.clickhouse.rows<[string]>(
      `SELECT count() FROM ${table} WHERE ${condition}`,
      parameters,
    );
    const count = Number(row![0]);
    if (count > 0)
      await this.clickhouse.run(`ALTER TABLE ${this.whole(table)} DELETE WHERE ${condition}`, parameters);
    return count;
  }

  /** A table to be altered, on every server of the cluster. */
  private whole(table: string): string {
    const { layout } = this.clickhouse;
    return `${storedTable(table, layout)}${onCluster(layout)}`;
  }

  /**
   * The outbox is read first: blocks that are sent and deleted meanwhile are then found in the table. The transaction
   * has locked its sites' totals, so nobody adds to them meanwhile.
   */
  private async storedValues(transaction: PoolClient, asked: readonly FacetCount[]): Promise<StoredValue[]> {
    const waiting = [
      ...(await this.outbox.waiting(transaction, 'facet_rows')).flatMap(readFacetRows),
      ...(await this.outbox.waiting(transaction, 'facets')).flatMap(readFacetLines),
    ];
    const found: StoredValue[] = waiting.filter(({ value }) => value !== OTHER);
    for (let from = 0; from < asked.length; from += BUCKETS_AT_ONCE)
      found.push(...(await this.sentValues(asked.slice(from, from + BUCKETS_AT_ONCE))));
    return found;
  }

  private async sentValues(asked: readonly FacetCount[]): Promise<StoredValue[]> {
    const rows = await this.clickhouse.rows<StoredValueLine>(
      `SELECT DISTINCT site_no, kind, toUnixTimestamp(hour), value FROM facet_hours
       WHERE (site_no, kind, hour) IN (
           SELECT asked.1, asked.2, toDateTime(asked.3) FROM (
             SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {kinds:Array(UInt8)}, {hours:Array(UInt32)})) AS asked))
         AND value <> {other:String}`,
      {
        sites: asked.map(({ siteNo }) => siteNo),
        kinds: asked.map(({ kind }) => kind),
        hours: asked.map(({ hourMs }) => hourMs / 1000),
        other: OTHER,
      },
    );
    return rows.map(storedValue);
  }
}

function hasExpired(id: string, nowMs: number): boolean {
  const partition = parsePartitionId(id);
  if (partition === null) return false;
  const days = partition.retentionDays ?? FACETS_KEPT_DAYS;
  return partition.dayMs + (days + 1) * DAY_MS <= nowMs;
}
