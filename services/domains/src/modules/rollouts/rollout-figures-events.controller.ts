import { Controller } from '@nestjs/common';
import type { requestLogV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { RolloutWatchService } from './rollout-watch.service.ts';

@Controller()
export class RolloutFiguresEventsController {
  constructor(private readonly watch: RolloutWatchService) {}

  @OnEvent('logs.rollout_figures.v1', { idempotent: true })
  onRolloutFigures(event: requestLogV1.RolloutFigures): Promise<void> {
    return this.watch.keep(event);
  }
}
