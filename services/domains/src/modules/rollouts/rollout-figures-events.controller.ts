import { Controller } from '@nestjs/common';
import type { requestLogV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { SiteRuleRolloutsService } from '../rule-rollouts/site-rule-rollouts.service.ts';
import { RolloutWatchService } from './rollout-watch.service.ts';

/** Share value of shadow rules, which apply to all visitors without effect. */
const NO_SHARE = 0;

@Controller()
export class RolloutFiguresEventsController {
  constructor(
    private readonly watch: RolloutWatchService,
    private readonly ruleRollouts: SiteRuleRolloutsService,
  ) {}

  @OnEvent('logs.rollout_figures.v1', { idempotent: true })
  onRolloutFigures(event: requestLogV1.RolloutFigures): Promise<void> {
    return event.sharePercent === NO_SHARE ? this.ruleRollouts.keep(event) : this.watch.keep(event);
  }
}
