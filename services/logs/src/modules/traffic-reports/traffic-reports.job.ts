import { Inject, Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { ScheduledReportsService } from './scheduled-reports.service.ts';

/** Interval of the check for due reports. */
@Injectable()
export class TrafficReportsJob extends IntervalJob {
  protected readonly pauseMs: number;
  protected readonly failure = 'reports will go out later';

  constructor(
    private readonly reports: ScheduledReportsService,
    @Inject(LOGS_CONFIG) config: Pick<LogsConfig, 'PALISADE_LOGS_ALERT_INTERVAL_MS'>,
  ) {
    super();
    this.pauseMs = config.PALISADE_LOGS_ALERT_INTERVAL_MS;
  }

  protected async run(): Promise<void> {
    await this.reports.reportIfDue();
  }
}
