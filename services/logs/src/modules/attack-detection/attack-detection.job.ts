import { Inject, Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { StoredUntilService } from '../ingest/stored-until.service.ts';
import { AlertAnnouncerService } from './alert-announcer.service.ts';
import { AlertDetectionService } from './alert-detection.service.ts';

/** When alerts are looked for. */
@Injectable()
export class AttackDetectionJob extends IntervalJob {
  protected readonly pauseMs: number;
  protected readonly failure = 'alerts will go out later';

  constructor(
    private readonly watch: AlertDetectionService,
    private readonly announcer: AlertAnnouncerService,
    private readonly stored: StoredUntilService,
    @Inject(LOGS_CONFIG) config: Pick<LogsConfig, 'PALISADE_LOGS_ALERT_INTERVAL_MS'>,
  ) {
    super();
    this.pauseMs = config.PALISADE_LOGS_ALERT_INTERVAL_MS;
  }

  protected async run(): Promise<void> {
    await this.watch.detect(await this.stored.moment());
    await this.announcer.announce();
  }
}
