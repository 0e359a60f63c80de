import { Module } from '@nestjs/common';
import { CertificatesModule } from '../certificates/certificates.module.ts';
import { ClockModule } from '../clock/clock.module.ts';
import { OriginCertificatesRepository } from './origin-certificates.repository.ts';
import { OriginIssuanceService } from './origin-issuance.service.ts';

@Module({
  imports: [CertificatesModule, ClockModule],
  providers: [OriginCertificatesRepository, OriginIssuanceService],
  exports: [OriginCertificatesRepository, OriginIssuanceService],
})
export class OriginCertificateStoreModule {}
