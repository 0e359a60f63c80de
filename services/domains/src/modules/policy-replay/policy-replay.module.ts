import { Module } from '@nestjs/common';
import { CertificatesModule } from '../certificates/certificates.module.ts';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { SitePolicyModule } from '../site-policy/site-policy.module.ts';
import { PolicyReplayGrpcController } from './policy-replay-grpc.controller.ts';
import { RecordingKeysService } from './recording-keys.service.ts';
import { ReplaySitesService } from './replay-sites.service.ts';

@Module({
  imports: [CertificatesModule, ClockModule, DomainStoreModule, PlansModule, SitePolicyModule],
  controllers: [PolicyReplayGrpcController],
  providers: [RecordingKeysService, ReplaySitesService],
})
export class PolicyReplayModule {}
