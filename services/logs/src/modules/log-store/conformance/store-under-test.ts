import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@palisade/basics';
import type { requestLogV1 } from '@palisade/contracts';
import { Metrics } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { type BatchFacts, logBatch } from '../../../test/records.ts';
import { IngestMetricsService } from '../../ingest/ingest-metrics.service.ts';
import { RecordStoreService } from '../../ingest/record-store.service.ts';
import { NO_RECORDINGS } from '../../ingest/recorded-requests.service.ts';
import { SitesRepository } from '../../ingest/sites.repository.ts';
import type { LogPosition, LogRow } from '../log-row.types.ts';
import type { LogStore } from '../log-store.port.ts';

/** An empty store, and the service's migrated database. */
export interface StoreUnderTest {
  store: LogStore;
  database: DataSource;
  dispose(): Promise<void>;
}

export type OpenStore = () => Promise<StoreUnderTest>;
export type Logged = requestLogV1.RequestLog;

/** As edges make them (UUIDv7), with a timestamp. */
export function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A batch as a shipper publishes it. */
export function encoded(records: readonly Logged[], facts?: BatchFacts): Uint8Array {
  return logBatch(records, facts).payload as Uint8Array;
}

/** Stores batches as the service does when it takes them from the bus. */
export class Feeder {
  private readonly sites: SitesRepository;
  private readonly records: RecordStoreService;

  constructor({ store, database }: StoreUnderTest) {
    this.sites = new SitesRepository(database);
    const metrics = new IngestMetricsService(new Metrics());
    this.records = new RecordStoreService(database, store, this.sites, metrics, NO_RECORDINGS);
  }

  store(records: readonly Logged[], facts?: BatchFacts, nowMs?: number) {
    return this.batches([encoded(records, facts)], nowMs);
  }

  batches(payloads: readonly Uint8Array[], nowMs?: number) {
    return this.records.store(payloads, nowMs);
  }

  async numberOf(siteId: string): Promise<number> {
    return (await this.sites.find([siteId])).get(siteId) ?? 0;
  }
}

/** Every record of a site in the store, newest first, by pages as an export reads them. */
export async function everyRow(store: LogStore, siteNo: number, pageSize = 500): Promise<LogRow[]> {
  const span = { fromMs: 0, toMs: Date.now() + 30 * DAY_MS };
  const rows: LogRow[] = [];
  for (let after: LogPosition | null = null; ; ) {
    const page: LogRow[] = await store.records.page([siteNo], null, span, after, pageSize);
    rows.push(...page);
    const last = page.at(-1);
    if (page.length < pageSize || last === undefined) return rows;
    after = { receivedAt: last.received_at, requestId: last.request_id };
  }
}

export const idsOf = (rows: readonly LogRow[]): string[] => rows.map(({ request_id }) => request_id);

/** Newest first, as in every result. */
export function newestFirst(records: readonly Logged[]): string[] {
  return records
    .toSorted((a, b) => Number(b.receivedAtMs - a.receivedAtMs) || (a.requestId < b.requestId ? 1 : -1))
    .map(({ requestId }) => requestId);
}
