import { Injectable, Logger } from '@nestjs/common';
import { AccountArchive } from './account-archive.ts';
import { AccountSourcesService } from './account-sources.service.ts';
import { type ClaimedExport, ExportProgressRepository } from './export-progress.repository.ts';
import { isPassing } from './passing-errors.rules.ts';

const PART_BYTES = 1_000_000;
/** Compressed. Most of it is policy history, which compresses to a tenth. */
const MAX_BYTES = 200_000_000;
/** Uncompressed. A ZIP without extensions has 32-bit sizes; and somebody may fill an account with one letter. */
const MAX_TEXT = 2_000_000_000;
/** A claim is renewed at least this often, even without anything to store. */
const PART_MS = 20_000;
const PAUSE_MS = 30_000;
const MAX_FAILURES = 20;
/** Position of an unfinished export: it is restarted from the beginning, and reports no progress. */
const UNDER_WAY = { receivedAt: new Date(0), requestId: '' };

/** Writes an account's data export in one go, from the beginning: services' data may change between two attempts. */
@Injectable()
export class AccountExportWriterService {
  protected readonly mostText: number = MAX_TEXT;
  private readonly logger = new Logger(AccountExportWriterService.name);

  constructor(
    private readonly progress: ExportProgressRepository,
    private readonly sources: AccountSourcesService,
  ) {}

  async write(claimed: ClaimedExport, isStopping: () => boolean): Promise<void> {
    try {
      await this.gather(claimed, isStopping);
    } catch (error) {
      this.logger.warn(
        { err: error, export: claimed.export_id },
        'an export of an account will be begun again',
      );
      if (isPassing(error)) return await this.progress.release(claimed, PAUSE_MS);
      await this.progress.failed(claimed, MAX_FAILURES);
    }
  }

  private async gather(claimed: ClaimedExport, isStopping: () => boolean): Promise<void> {
    let current: ClaimedExport | null = await this.progress.restart(claimed);
    const archive = new AccountArchive();
    let storedAt = performance.now();
    let stored = 0;
    let rows = 0;
    let isWhole = true;
    const store = async (isLast: boolean) => {
      if (current === null) return;
      const bytes = archive.take();
      stored += bytes.length;
      const next = isLast ? null : UNDER_WAY;
      current = await this.progress.add(current, {
        bytes: bytes.length === 0 ? null : bytes,
        rows: archive.rows - rows,
        next,
        isWhole,
      });
      rows = archive.rows;
      storedAt = performance.now();
    };
    for await (const page of this.sources.read(claimed.owner_id)) {
      if (current === null) return;
      if (isStopping()) return await this.progress.release(current, 0);
      if (stored + archive.waiting >= MAX_BYTES || archive.text >= this.mostText) {
        isWhole = false;
        break;
      }
      await archive.add(page);
      if (archive.waiting >= PART_BYTES || performance.now() - storedAt >= PART_MS) await store(false);
    }
    archive.end();
    await store(true);
    if (current !== null) await this.progress.release(current, 0);
  }
}
