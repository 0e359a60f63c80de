import { Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { ExportNewsService } from './export-news.service.ts';
import { LogExportsRepository } from './log-exports.repository.ts';

/** Deletes exports whose time is over, and tells what could not be told at once. */
@Injectable()
export class ExportUpkeepJob extends IntervalJob {
  protected readonly pauseMs = 60_000;
  protected readonly failure = 'exports will be tidied up later';

  constructor(
    private readonly exports: LogExportsRepository,
    private readonly news: ExportNewsService,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    await this.exports.deleteExpired();
    await this.news.tell();
  }
}
