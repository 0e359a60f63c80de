import { Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { LogStreamsRepository } from './log-streams.repository.ts';
import { StreamCursorRepository } from './stream-cursor.repository.ts';
import { StreamMetricsService } from './stream-metrics.service.ts';

/** Deletes chunks that no stream needs any more, and updates the metrics of streams' backlogs. */
@Injectable()
export class StreamRetentionJob extends IntervalJob {
  protected readonly pauseMs = 30_000;
  protected readonly failure = 'chunks that streams have sent will be forgotten later';

  constructor(
    private readonly cursor: StreamCursorRepository,
    private readonly streams: LogStreamsRepository,
    private readonly metrics: StreamMetricsService,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    await this.cursor.forget();
    this.metrics.show(await this.streams.sums());
  }
}
