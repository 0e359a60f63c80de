import { Controller } from '@nestjs/common';
import type { requestLogV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { SiteTotals } from './site-totals.service.ts';

@Controller()
export class SiteTotalsEvents {
  constructor(private readonly totals: SiteTotals) {}

  @OnEvent('logs.site_totals.v1', { latestWins: true })
  onSiteTotals(event: requestLogV1.SiteTotals): Promise<void> {
    return this.totals.keep(event);
  }
}
