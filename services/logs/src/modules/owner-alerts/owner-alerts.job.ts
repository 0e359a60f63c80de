import { Inject, Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { StoredUntilService } from '../ingest/stored-until.service.ts';
import { MissingEdgesService } from './missing-edges.service.ts';
import { OwnerAlertsService } from './owner-alerts.service.ts';
import { RuleEvaluationService } from './rule-evaluation.service.ts';

/** Evaluates owners' rules, and sends their notifications. */
@Injectable()
export class OwnerAlertsJob extends IntervalJob {
  protected readonly pauseMs: number;
  protected readonly failure = 'alerts of owners will be looked at later';

  constructor(
    private readonly rules: RuleEvaluationService,
    private readonly alerts: OwnerAlertsService,
    private readonly stored: StoredUntilService,
    private readonly missing: MissingEdgesService,
    @Inject(LOGS_CONFIG) config: Pick<LogsConfig, 'PALISADE_LOGS_ALERT_INTERVAL_MS'>,
  ) {
    super();
    this.pauseMs = config.PALISADE_LOGS_ALERT_INTERVAL_MS;
  }

  protected async run(): Promise<void> {
    // Notifications are sent while further rules are evaluated: with many rules that takes most of a minute.
    const now = new Date();
    const asOf = await this.stored.moment(now);
    const areEdgesMissing = await this.missing.areAny();
    await this.rules.evaluate(this.pauseMs, now, {
      asOf,
      areEdgesMissing,
      tell: () => this.alerts.announce(),
    });
    await this.alerts.announce();
  }
}
