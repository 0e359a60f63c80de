import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable, Logger } from '@nestjs/common';
import { EXPORT_FORMATS } from '../log-download/export-formats.rules.ts';
import { ExportPagesService } from '../log-download/export-pages.service.ts';
import { NO_FILTER } from '../log-store/log-filter.types.ts';
import type { LogPosition } from '../log-store/log-row.types.ts';
import { type OwnedSites, OwnedSitesService } from '../ownership/owned-sites.service.ts';
import {
  type ClaimedExport,
  type ExportPart,
  ExportProgressRepository,
} from './export-progress.repository.ts';
import { MAX_BYTES } from './export-size.rules.ts';
import { isPassing } from './passing-errors.rules.ts';

const compress = promisify(gzip);

/** Characters of a part before it is compressed and stored: an export holds this in memory, and one page. */
const PART_CHARACTERS = 4_000_000;
/** A search with few matches stores its progress at least this often. */
const PART_MS = 5_000;
/** After this time an export goes to the end of the queue: few are written at once. */
const TURN_MS = 60_000;
/** Delay where a dependency is unavailable, or too many searches are running. */
const PAUSE_MS = 30_000;
/** Each delay is twice as long as the one before: hours altogether. */
const MAX_FAILURES = 20;

/**
 * Writes exports a part at a time:
 *
 *   pages of the store ─▶ lines ─▶ a gzip member ─▶ stored with the position
 *
 * Consecutive members are one gzip file (RFC 1952, 2.2), so that an interrupted export continues after its last part.
 */
@Injectable()
export class ExportWriterService {
  private readonly logger = new Logger(ExportWriterService.name);

  constructor(
    private readonly progress: ExportProgressRepository,
    private readonly owned: OwnedSitesService,
    private readonly pages: ExportPagesService,
  ) {}

  /** Continues for one turn. @param isStopping asked between parts */
  async write(claimed: ClaimedExport, isStopping: () => boolean): Promise<void> {
    let current: ClaimedExport | null = claimed;
    const endsAt = performance.now() + TURN_MS;
    try {
      // Domains that have changed hands since the request are no longer exported.
      const sites = await this.owned.sitesOf(claimed.owner_id, null);
      const siteNos = sites.numbers.filter((siteNo) => claimed.site_ids.includes(sites.idOf(siteNo)));
      while (current !== null && current.state === 'running') {
        if (isStopping() || performance.now() >= endsAt) return await this.progress.release(current, 0);
        current = await this.progress.add(current, await this.gather(current, sites, siteNos));
      }
      if (current !== null) await this.progress.release(current, 0);
    } catch (error) {
      this.logger.warn({ err: error, export: claimed.export_id }, 'log export failed; will retry');
      // An unavailable or busy dependency is no failure of the export: its deadline ends it, not its attempts.
      if (isPassing(error)) return await this.progress.release(claimed, PAUSE_MS);
      await this.progress.failed(claimed, MAX_FAILURES);
    }
  }

  private async gather(
    row: ClaimedExport,
    sites: OwnedSites,
    siteNos: readonly number[],
  ): Promise<ExportPart> {
    const format = EXPORT_FORMATS[row.format];
    // Requests from before an upgrade lack newer filters.
    const filter = { ...NO_FILTER, ...row.filter };
    const startedAt = performance.now();
    const left = Number(row.most_rows) - Number(row.rows);
    let lines: string = row.parts === 0 ? format.head : '';
    let rows = 0;
    let next: LogPosition | null =
      row.position_at === null || row.position_id === null
        ? null
        : { receivedAt: row.position_at, requestId: row.position_id };
    do {
      const page = await this.pages.read(row.owner_id, siteNos, row.status, filter, next);
      const taken = page.rows.slice(0, left - rows);
      for (const one of taken) lines += format.line(one, sites.nameOf(one.site_no));
      rows += taken.length;
      next = page.next;
      if (rows >= left && (next !== null || taken.length < page.rows.length))
        return { bytes: await packed(lines), rows, next: null, isWhole: false };
    } while (next !== null && lines.length < PART_CHARACTERS && performance.now() - startedAt < PART_MS);
    const bytes = await packed(lines);
    if (next !== null && Number(row.bytes) + (bytes?.length ?? 0) >= MAX_BYTES)
      return { bytes, rows, next: null, isWhole: false };
    return { bytes, rows, next, isWhole: true };
  }
}

const packed = async (lines: string): Promise<Buffer | null> => (lines === '' ? null : await compress(lines));
