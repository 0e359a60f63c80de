import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.ts';
import { DnsModule } from '../dns/dns.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { ActivationService } from './activation.service.ts';
import { ConsentsService } from './consents.service.ts';
import { ContestSettlementJob } from './contest-settlement.job.ts';
import { OwnershipController } from './ownership.controller.ts';
import { OwnershipHistoryRepository } from './ownership-history.repository.ts';
import { OwnershipProofService } from './ownership-proof.service.ts';
import { OwnershipRequestsService } from './ownership-requests.service.ts';
import { OwnershipWatchService } from './ownership-watch.service.ts';

@Module({
  imports: [ClockModule, DnsModule, DomainStoreModule, PlansModule, PublicationModule],
  controllers: [OwnershipController],
  providers: [
    ActivationService,
    ConsentsService,
    ContestSettlementJob,
    OwnershipHistoryRepository,
    OwnershipProofService,
    OwnershipRequestsService,
    OwnershipWatchService,
  ],
  exports: [
    ActivationService,
    ContestSettlementJob,
    OwnershipProofService,
    OwnershipRequestsService,
    OwnershipWatchService,
  ],
})
export class OwnershipModule {}
