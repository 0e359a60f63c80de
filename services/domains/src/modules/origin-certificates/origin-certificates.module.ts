import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { OriginCertificateStoreModule } from '../origin-certificate-store/origin-certificate-store.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { SitePolicyModule } from '../site-policy/site-policy.module.ts';
import { OriginCertificatesController } from './origin-certificates.controller.ts';
import { OriginCertificatesJob } from './origin-certificates.job.ts';
import { OriginCertificatesService } from './origin-certificates.service.ts';

@Module({
  imports: [
    ClockModule,
    DomainStoreModule,
    OriginCertificateStoreModule,
    PublicationModule,
    SitePolicyModule,
  ],
  controllers: [OriginCertificatesController],
  providers: [OriginCertificatesJob, OriginCertificatesService],
})
export class OriginCertificatesModule {}
