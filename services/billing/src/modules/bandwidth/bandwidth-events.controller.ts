import { Controller } from '@nestjs/common';
import type { domainEventsV1, requestLogV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { BandwidthService } from './bandwidth.service.ts';

@Controller()
export class BandwidthEventsController {
  constructor(private readonly bandwidth: BandwidthService) {}

  @OnEvent('domains.domain_added.v1')
  onDomainAdded(event: domainEventsV1.DomainAdded): Promise<void> {
    return this.bandwidth.siteAdded(event.domainId, event.ownerId);
  }

  @OnEvent('logs.site_totals.v1', { idempotent: true })
  onSiteTotals(event: requestLogV1.SiteTotals): Promise<void> {
    return this.bandwidth.siteTotals(event);
  }
}
