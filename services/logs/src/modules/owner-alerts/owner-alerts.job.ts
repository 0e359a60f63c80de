import { Inject, Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { OwnerAlertsService } from './owner-alerts.service.ts';
import { RuleEvaluationService } from './rule-evaluation.service.ts';

/** When owners' rules are looked at, and what came of them is told. */
@Injectable()
export class OwnerAlertsJob extends IntervalJob {
  protected readonly pauseMs: number;
  protected readonly failure = 'alerts of owners will be looked at later';

  constructor(
    private readonly rules: RuleEvaluationService,
    private readonly alerts: OwnerAlertsService,
    @Inject(LOGS_CONFIG) config: Pick<LogsConfig, 'PALISADE_LOGS_ALERT_INTERVAL_MS'>,
  ) {
    super();
    this.pauseMs = config.PALISADE_LOGS_ALERT_INTERVAL_MS;
  }

  protected async run(): Promise<void> {
    // What has fired is told while the rest is looked at: with many rules that takes most of a minute.
    await this.rules.evaluate(this.pauseMs, new Date(), () => this.alerts.announce());
    await this.alerts.announce();
  }
}
