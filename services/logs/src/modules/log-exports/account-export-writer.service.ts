import { Injectable, Logger } from '@nestjs/common';
import { AccountArchive } from './account-archive.ts';
import { AccountSourcesService } from './account-sources.service.ts';
import { type ClaimedExport, ExportProgressRepository } from './export-progress.repository.ts';
import { isPassing } from './passing-errors.rules.ts';

const PART_BYTES = 1_000_000;
/** Compressed: the history of policies is most of it, and texts of policies are a tenth of that packed. */
const MAX_BYTES = 200_000_000;
/** Before packing. A ZIP without extensions counts a file's bytes in 32 bits; and somebody may fill an account with one letter. */
const MAX_TEXT = 2_000_000_000;
/** A claim is prolonged at least so often, whether there is anything to store or not. */
const PART_MS = 20_000;
const PAUSE_MS = 30_000;
const MAX_FAILURES = 20;
/** Where an unfinished one stands: it is begun anew, and tells of no progress. */
const UNDER_WAY = { receivedAt: new Date(0), requestId: '' };

/** Writes the export of an account's data in one go, from its beginning: what services tell meanwhile may differ from what they told. */
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
