import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { CertificatesModule } from '../certificates/certificates.module.ts';
import { DnsRecordsModule } from '../dns-records/dns-records.module.ts';
import { EdgeControlsModule } from '../edge-controls/edge-controls.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { EdgeHealthController } from './edge-health.controller.ts';
import { EdgeNodesService } from './edge-nodes.service.ts';
import { FailedWorkController } from './failed-work.controller.ts';

@Module({
  imports: [CertificatesModule, DnsRecordsModule, EdgeControlsModule, PublicationModule],
  controllers: [EdgeHealthController, FailedWorkController],
  providers: [AuditLogger, EdgeNodesService],
})
export class EdgeHealthModule {}
