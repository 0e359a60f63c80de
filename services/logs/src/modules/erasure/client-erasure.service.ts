import { Injectable } from '@nestjs/common';
import { affectedRows } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { forgetFreshCopies } from '../ingest/fresh-records.repository.ts';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { countExportsHolding, deleteExportsHolding } from '../log-exports/log-exports.repository.ts';
import type { LogPosition } from '../log-store/log-row.types.ts';
import { LogStore, type Span } from '../log-store/log-store.port.ts';
import { RecordingsRepository } from '../recording-store/recordings.repository.ts';

const PAGE = 1_000;

/** What is meant: requests from one address, as it is stored, to one site within a time. */
export interface ErasedClient {
  siteId: string;
  address: string;
  span: Span;
}

export interface ClientData {
  records: number;
  /** Of these, requests that the edge recorded as a whole. */
  recordings: number;
  /** What the visitor wrote when a page refused them. */
  reports: number;
  /** Files of the site's owner that may hold some of it, and are deleted as a whole. */
  exports: number;
}

/** A round after the deletion itself, which may end in several steps. */
export interface LaterRound {
  /** Whether an earlier step of it found something. */
  foundAny: boolean;
  /** Remembers that this one has. */
  found(): Promise<void>;
}

const REPORTS = 'site_no = $1 AND client_address = $2 AND reported_at >= $3 AND reported_at < $4';

/** Finds and deletes what is stored of a person, who is known by address and time. */
@Injectable()
export class ClientErasureService {
  constructor(
    private readonly database: DataSource,
    private readonly store: LogStore,
    private readonly sites: SitesRepository,
    private readonly recordings: RecordingsRepository,
  ) {}

  /**
   * @param most records that are counted, at least
   * @param until ends the counting before that
   * @returns `isComplete`: there are no more records than are counted
   */
  async find(
    client: ErasedClient,
    most = Number.POSITIVE_INFINITY,
    until?: AbortSignal,
  ): Promise<{ found: ClientData; isComplete: boolean }> {
    const siteNo = await this.numberOf(client);
    const exports = await countExportsHolding(this.database, client.siteId, client.span);
    const found = { records: 0, recordings: 0, reports: 0, exports };
    let isComplete = true;
    if (siteNo === undefined) return { found, isComplete };
    for await (const ids of this.requestIds(siteNo, client)) {
      found.records += ids.length;
      found.recordings += await this.recordings.countOf(siteNo, ids, client.span);
      isComplete = found.records < most && until?.aborted !== true;
      if (!isComplete) break;
    }
    return { found: { ...found, reports: await this.countReports(siteNo, client) }, isComplete };
  }

  /**
   * Records go last: they name the recordings, so that what was interrupted is ended by a repeat.
   * @param later of a round after the deletion itself: exports made since go only where something came late, which they may hold
   * @throws the reason of `until`
   */
  async erase(client: ErasedClient, until?: AbortSignal, later?: LaterRound): Promise<ClientData> {
    const siteNo = await this.numberOf(client);
    if (siteNo === undefined) return { records: 0, recordings: 0, reports: 0, exports: 0 };
    let isFound = later?.foundAny ?? true;
    // Before the deletion: an instance that continues this round no longer finds what was deleted.
    const note = async () => {
      if (!isFound) await later?.found();
      isFound = true;
    };
    let recordings = 0;
    for await (const ids of this.requestIds(siteNo, client)) {
      until?.throwIfAborted();
      if (ids.length > 0) await note();
      recordings += await this.recordings.deleteOf(siteNo, ids, client.span);
    }
    if ((await this.countReports(siteNo, client)) > 0) await note();
    const reports = await affectedRows(
      this.database,
      `DELETE FROM visitor_reports WHERE ${REPORTS}`,
      reportValues(siteNo, client),
    );
    const records = await this.store.deleteClient(siteNo, client.address, client.span, until);
    await forgetFreshCopies(this.database);
    if (!isFound && records + reports === 0) return { records, recordings, reports, exports: 0 };
    // Now that nothing more of it can come into one.
    const exports = await deleteExportsHolding(this.database, client.siteId, client.span);
    return { records, recordings, reports, exports };
  }

  private async countReports(siteNo: number, client: ErasedClient): Promise<number> {
    const [row]: { reports: number }[] = await this.database.query(
      `SELECT count(*)::int AS reports FROM visitor_reports WHERE ${REPORTS}`,
      reportValues(siteNo, client),
    );
    return row?.reports ?? 0;
  }

  private async numberOf({ siteId }: ErasedClient): Promise<number | undefined> {
    return (await this.sites.find([siteId])).get(siteId);
  }

  private async *requestIds(siteNo: number, { address, span }: ErasedClient): AsyncGenerator<string[]> {
    for (let after: LogPosition | null = null; ; ) {
      const page = await this.store.records.ofClient(siteNo, address, span, PAGE, after);
      const ids = page.rows.map((row) => row.request_id);
      if (page.next === null) {
        if (ids.length > 0) yield ids;
        return;
      }
      // Empty as well: whoever has waited long enough ends it between two pages.
      yield ids;
      after = page.next;
    }
  }
}

function reportValues(siteNo: number, { address, span }: ErasedClient): unknown[] {
  return [siteNo, address, new Date(span.fromMs), new Date(span.toMs)];
}
