import { Module } from '@nestjs/common';
import { CertificatesModule } from '../certificates/certificates.module.ts';
import { DnsRecordsModule } from '../dns-records/dns-records.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { EdgeHealthController } from './edge-health.controller.ts';
import { EdgeNodesService } from './edge-nodes.service.ts';

@Module({
  imports: [CertificatesModule, DnsRecordsModule, PublicationModule],
  controllers: [EdgeHealthController],
  providers: [EdgeNodesService],
})
export class EdgeHealthModule {}
