import { Controller } from '@nestjs/common';
import type { domainEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { SiteErasuresRepository } from './site-erasures.repository.ts';

/** Accounts that are deleted lose their sites one by one, so that this is said of each. */
@Controller()
export class ErasureEventsController {
  constructor(private readonly erasures: SiteErasuresRepository) {}

  @OnEvent('domains.domain_removed.v1', { idempotent: true })
  onDomainRemoved(event: domainEventsV1.DomainRemoved): Promise<void> {
    return this.erasures.add(event.domainId, Date.now());
  }
}
