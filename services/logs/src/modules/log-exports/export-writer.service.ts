import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable, Logger } from '@nestjs/common';
import { EXPORT_FORMATS } from '../export/export-formats.rules.ts';
import { ExportPagesService } from '../export/export-pages.service.ts';
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

/** Characters that a part gathers before they are compressed and stored: what an export holds in memory, with a page more. */
const PART_CHARACTERS = 4_000_000;
/** A search that finds little says how far it has come at least so often. */
const PART_MS = 5_000;
/** An export that is not written by then goes on behind those that wait: few are written at once. */
const TURN_MS = 60_000;
/** It goes on after so long where something that it needs is away, or too many search. */
const PAUSE_MS = 30_000;
/** Each pause is twice as long as the one before: together they last for hours. */
const MAX_FAILURES = 20;

/**
 * Writes exports a part at a time:
 *
 *   pages of the store ─▶ lines ─▶ a gzip member ─▶ stored with where to go on
 *
 * One after another, members are one gzip file (RFC 1952, 2.2), so that an interrupted export goes on behind its last part.
 */
@Injectable()
export class ExportWriterService {
  private readonly logger = new Logger(ExportWriterService.name);

  constructor(
    private readonly progress: ExportProgressRepository,
    private readonly owned: OwnedSitesService,
    private readonly pages: ExportPagesService,
  ) {}

  /** As far as it goes in one turn. @param isStopping asked between parts */
  async write(claimed: ClaimedExport, isStopping: () => boolean): Promise<void> {
    let current: ClaimedExport | null = claimed;
    const endsAt = performance.now() + TURN_MS;
    try {
      // Of what has changed hands since it was asked for, nothing more is exported.
      const sites = await this.owned.sitesOf(claimed.owner_id, null);
      const siteNos = sites.numbers.filter((siteNo) => claimed.site_ids.includes(sites.idOf(siteNo)));
      while (current !== null && current.state === 'running') {
        if (isStopping() || performance.now() >= endsAt) return await this.progress.release(current, 0);
        current = await this.progress.add(current, await this.gather(current, sites, siteNos));
      }
      if (current !== null) await this.progress.release(current, 0);
    } catch (error) {
      this.logger.warn({ err: error, export: claimed.export_id }, 'log export failed; will retry');
      // What is away or busy says nothing of the export: its days end it, not its tries.
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
    // One that was asked for before an upgrade says nothing of a filter that came with it.
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
