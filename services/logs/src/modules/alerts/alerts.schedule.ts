import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LOGS_CONFIG, type LogsConfig } from '../../config.ts';
import { AlertAnnouncer } from './alert-announcer.ts';
import { AlertWatch } from './alert-watch.ts';
import { WeeklyReports } from './weekly-reports.ts';

/** Every instance makes these rounds; what is to do is decided in the database, so that it is done once. */
@Injectable()
export class AlertsSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(AlertsSchedule.name);
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly watch: AlertWatch,
    private readonly announcer: AlertAnnouncer,
    private readonly reports: WeeklyReports,
    @Inject(LOGS_CONFIG) private readonly config: Pick<LogsConfig, 'PALISADE_LOGS_ALERTS_MS'>,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.round = this.go()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'alerts and reports will go out later'))
        .finally(() => this.schedule());
    }, this.config.PALISADE_LOGS_ALERTS_MS);
  }

  private async go(): Promise<void> {
    await this.watch.look();
    await this.announcer.announce();
    await this.reports.reportIfDue();
  }
}
