import { Module } from '@nestjs/common';
import { CertificatesModule } from '../certificates/certificates.module.ts';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainsModule } from '../domains/domains.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { WafConfigModule } from '../waf-config/waf-config.module.ts';
import { RecordingKeysService } from './recording-keys.service.ts';
import { TrialSitesService } from './trial-sites.service.ts';
import { TrialsGrpcController } from './trials-grpc.controller.ts';

@Module({
  imports: [CertificatesModule, ClockModule, DomainsModule, PlansModule, WafConfigModule],
  controllers: [TrialsGrpcController],
  providers: [RecordingKeysService, TrialSitesService],
})
export class TrialsModule {}
