// Stores a batch of events as rows in one transaction:
//
//   lock segments ─▶ select what is new ─▶ rows and counts in memory ─▶ records to the log store ─▶ count traffic ─▶
//   facets to the log store ─▶ advance segments ─▶ list chunks for streams and live views ─▶ commit

import { Inject, Injectable, Logger } from '@nestjs/common';
import { clientTransaction } from '@palisade/nest-kit';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { LogStore } from '../log-store/log-store.port.ts';
import { RollUps } from '../records/roll-ups.rules.ts';
import { SpareCounters } from '../records/spare-counters.rules.ts';
import { ValueCache } from '../records/value-cache.rules.ts';
import { IngestMetricsService } from './ingest-metrics.service.ts';
import { type LogBatch, readLogBatch, recordCount } from './log-batch.ts';
import { RecordEncoder } from './record-encoder.ts';
import { RecordKeys } from './record-keys.ts';
import { RecordTexts } from './record-texts.ts';
import { FIELD, latin1, RecordView } from './record-view.ts';
import { type BatchRecordings, RecordedRequestsService } from './recorded-requests.service.ts';
import { RolloutTallies } from './rollout-tallies.ts';
import { type Admission, type SegmentState, Segments } from './segments.ts';
import { SitesRepository } from './sites.repository.ts';
import { StoredChunks } from './stored-chunks.ts';
import { writeTraffic } from './traffic-writer.ts';
import { readVisitorReport, type StoredReport, writeVisitorReports } from './visitor-report-writer.ts';
import { WireReader } from './wire-reader.ts';

/** A UUID. */
const SITE_ID_BYTES = 36;

/** Of each record of a batch; undefined for a damaged one. */
type SiteIds = readonly (string | undefined)[];

interface Storing {
  nowMs: number;
  isMetered: boolean;
  recordings: BatchRecordings;
  siteIds: ReadonlyMap<LogBatch, SiteIds>;
}

@Injectable()
export class RecordStoreService {
  private readonly logger = new Logger(RecordStoreService.name);
  private readonly view = new RecordView();
  private readonly keys = new RecordKeys();
  private readonly texts = new RecordTexts();
  private readonly counters = new SpareCounters();
  private readonly siteIds = new ValueCache(4_096, SITE_ID_BYTES, latin1);

  constructor(
    private readonly database: DataSource,
    private readonly logs: LogStore,
    private readonly sites: SitesRepository,
    private readonly metrics: IngestMetricsService,
    @Inject(RecordedRequestsService) private readonly recorded: Pick<RecordedRequestsService, 'begin'>,
  ) {}

  /**
   * Stores encoded RequestLogBatches.
   * @param isMetered false for records that no edge has sent: they are not billed and not streamed
   * @returns how far their segments are stored
   * @throws RangeError if one is invalid; nothing is stored then
   */
  async store(
    payloads: readonly Uint8Array[],
    nowMs = Date.now(),
    isMetered = true,
  ): Promise<SegmentState[]> {
    const batches = payloads.map(readLogBatch);
    const siteIds = new Map(batches.map((batch) => [batch, this.siteIdsOf(batch)]));
    await this.sites.ensure(present(siteIds.values()));
    const recordings = await this.recorded.begin(batches);
    const segments = new Segments();
    const committed = await this.commit((client) =>
      this.storeIn(client, batches, segments, { nowMs, isMetered, recordings, siteIds }),
    );
    await committed();
    this.report(segments);
    return segments.progress();
  }

  /** The connection is released by the time this returns. */
  private async commit<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const runner = this.database.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      return await clientTransaction(client, () => work(client));
    } finally {
      await runner.release();
    }
  }

  private async storeIn(
    client: PoolClient,
    batches: readonly LogBatch[],
    segments: Segments,
    { nowMs, isMetered, recordings, siteIds }: Storing,
  ): Promise<() => void | Promise<void>> {
    await segments.lock(client, batches);
    const admissions = segments.admit(batches);
    const rollUps = new RollUps(this.logs.closedValues, this.counters);
    const chunks = await StoredChunks.begin(client);
    const records = this.logs.newRecords();
    const { keys, texts } = this;
    const encoder = new RecordEncoder({ rollUps, chunks, keys, texts, records }, nowMs);
    const rollouts = new RolloutTallies();
    const takers = [recordings, rollouts];
    const reports = admissions.flatMap((admission) =>
      this.encode(admission, siteIds.get(admission.batch)!, encoder, takers, nowMs),
    );
    await records.append(client);
    this.metrics.stored(records.count);
    this.metrics.expired(encoder.expired);
    await recordings.store(client);
    await writeTraffic(client, rollUps, nowMs, isMetered);
    const committed = await this.logs.count(client, rollUps.facets());
    rollUps.release();
    await writeVisitorReports(client, reports);
    await rollouts.store(client);
    await segments.save(client);
    if (isMetered) await chunks.announce(client);
    return committed;
  }

  /** @returns visitors' reports in these records */
  private encode(
    { batch, skip }: Admission,
    siteIds: SiteIds,
    encoder: RecordEncoder,
    takers: readonly Pick<BatchRecordings, 'add'>[],
    nowMs: number,
  ): StoredReport[] {
    const { bytes, ranges } = batch;
    const reports: StoredReport[] = [];
    for (let i = skip * 2; i < ranges.length; i += 2) {
      try {
        this.view.read(bytes, ranges[i]!, ranges[i + 1]!);
        const siteNo = this.sites.numberOf(siteIds[i / 2] ?? '');
        encoder.add(this.view, siteNo);
        for (const taker of takers) taker.add(this.view, siteNo);
        const report = readVisitorReport(this.view, (siteId) => this.sites.numberOf(siteId), nowMs);
        if (report !== null) reports.push(report);
      } catch (error) {
        // One damaged record must not affect its neighbours.
        this.metrics.damaged();
        this.logger.error(
          { err: error, node: batch.nodeId, segment: batch.segmentId, index: batch.firstIndex + i / 2 },
          'damaged log record left out',
        );
      }
    }
    return reports;
  }

  private siteIdsOf({ bytes, ranges }: LogBatch): SiteIds {
    const siteIds: (string | undefined)[] = [];
    for (let i = 0; i < ranges.length; i += 2)
      siteIds.push(this.readSiteId(bytes, ranges[i]!, ranges[i + 1]!));
    return siteIds;
  }

  private readSiteId(bytes: Buffer, from: number, to: number): string | undefined {
    try {
      const reader = new WireReader(bytes, from, to);
      while (reader.next())
        if (reader.field === FIELD.siteId) return this.siteIdOf(bytes, reader.from, reader.to);
      return '';
    } catch {
      // Reported when it is encoded.
      return undefined;
    }
  }

  private siteIdOf(bytes: Buffer, from: number, to: number): string {
    return from === to ? '' : this.siteIds.get(bytes, from, to);
  }

  private report(segments: Segments): void {
    for (const batch of segments.gaps) {
      this.metrics.gap();
      this.logger.warn(
        {
          node: batch.nodeId,
          segment: batch.segmentId,
          index: batch.firstIndex,
          records: recordCount(batch),
        },
        'log batch leaves a gap; waiting for the edge to send what is missing',
      );
    }
  }
}

function present(all: Iterable<SiteIds>): Set<string> {
  const found = new Set<string>();
  for (const siteIds of all) for (const siteId of siteIds) if (siteId !== undefined) found.add(siteId);
  return found;
}
