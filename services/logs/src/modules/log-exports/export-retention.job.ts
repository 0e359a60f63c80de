import { Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { ExportFinishedAnnouncerService } from './export-finished-announcer.service.ts';
import { LogExportsRepository } from './log-exports.repository.ts';

/** Deletes expired exports, and retries failed announcements. */
@Injectable()
export class ExportRetentionJob extends IntervalJob {
  protected readonly pauseMs = 60_000;
  protected readonly failure = 'exports will be tidied up later';

  constructor(
    private readonly exports: LogExportsRepository,
    private readonly announcer: ExportFinishedAnnouncerService,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    await this.exports.deleteExpired();
    await this.announcer.announce();
  }
}
