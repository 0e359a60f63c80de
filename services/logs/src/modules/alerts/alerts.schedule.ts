import { Inject, Injectable } from '@nestjs/common';
import { LOGS_CONFIG, type LogsConfig } from '../../config.ts';
import { RepeatingRound } from '../../rounds/repeating-round.ts';
import { AlertAnnouncer } from './alert-announcer.ts';
import { AlertWatch } from './alert-watch.ts';
import { WeeklyReports } from './weekly-reports.ts';

/** When alerts and weekly reports are looked for. */
@Injectable()
export class AlertsSchedule extends RepeatingRound {
  protected readonly pauseMs: number;
  protected readonly failure = 'alerts and reports will go out later';

  constructor(
    private readonly watch: AlertWatch,
    private readonly announcer: AlertAnnouncer,
    private readonly reports: WeeklyReports,
    @Inject(LOGS_CONFIG) config: Pick<LogsConfig, 'PALISADE_LOGS_ALERTS_MS'>,
  ) {
    super();
    this.pauseMs = config.PALISADE_LOGS_ALERTS_MS;
  }

  protected async go(): Promise<void> {
    await this.watch.look();
    await this.announcer.announce();
    await this.reports.reportIfDue();
  }
}
