import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.ts';
import { DnsRecordsModule } from '../dns-records/dns-records.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { VerificationController } from './verification.controller.ts';
import { VerificationService } from './verification.service.ts';

@Module({
  imports: [
    ClockModule,
    DnsRecordsModule,
    DomainStoreModule,
    OwnershipModule,
    PlansModule,
    PublicationModule,
  ],
  controllers: [VerificationController],
  providers: [VerificationService],
})
export class VerificationModule {}
