import { Inject, Injectable } from '@nestjs/common';
import { ClaimedWorkJob } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { AccountExportWriterService } from './account-export-writer.service.ts';
import { ExportFinishedAnnouncerService } from './export-finished-announcer.service.ts';
import { type ClaimedExport, ExportProgressRepository } from './export-progress.repository.ts';
import { ExportWriterService } from './export-writer.service.ts';
import { type ExportRoom, LogExportsRepository } from './log-exports.repository.ts';

const WAIT_FOR_ROOM_MS = 60_000;

/** Writes requested exports, and continues those of instances that died. Instances share exports through claims. */
@Injectable()
export class LogExportsJob extends ClaimedWorkJob {
  protected readonly pauseMs = 1_000;
  protected readonly failure = 'exports will be looked at later';
  /** Maximum written concurrently: each holds a part in memory. */
  protected readonly atOnce = 2;

  constructor(
    private readonly progress: ExportProgressRepository,
    private readonly exports: LogExportsRepository,
    private readonly writer: ExportWriterService,
    private readonly accounts: AccountExportWriterService,
    private readonly announcer: ExportFinishedAnnouncerService,
    @Inject(LOGS_CONFIG) private readonly config: Pick<LogsConfig, 'PALISADE_LOGS_EXPORTS_MB'>,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    while (this.room > 0) {
      const claimed = await this.progress.claim();
      if (!claimed) return;
      // Exports that were begun are finished even when the limit is reached: their space would be wasted otherwise.
      if (claimed.parts === 0 && (await this.roomFor(claimed)) !== 'free') {
        await this.progress.release(claimed, WAIT_FOR_ROOM_MS);
        continue;
      }
      const writer = claimed.holds === 'account' ? this.accounts : this.writer;
      const written = writer.write(claimed, () => this.stopped).then(() => this.announcer.announce());
      this.takeUp(written, 'log export failed; will retry', { export: claimed.export_id });
    }
  }

  private roomFor({ owner_id }: ClaimedExport): Promise<ExportRoom> {
    return this.exports.room(owner_id, this.config.PALISADE_LOGS_EXPORTS_MB);
  }
}
