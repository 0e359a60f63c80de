import { Controller } from '@nestjs/common';
import type { requestLogV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { SiteTotalsService } from './site-totals.service.ts';

@Controller()
export class SiteTotalsEventsController {
  constructor(private readonly totals: SiteTotalsService) {}

  @OnEvent('logs.site_totals.v1', { idempotent: true })
  onSiteTotals(event: requestLogV1.SiteTotals): Promise<void> {
    return this.totals.keep(event);
  }
}
