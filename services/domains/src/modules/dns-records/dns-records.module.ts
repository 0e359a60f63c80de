import { Module } from '@nestjs/common';
import { DnsModule } from '../dns/dns.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { DnsPollJob } from './dns-poll.job.ts';
import { DnsRecordsController } from './dns-records.controller.ts';
import { DnsRecordsService } from './dns-records.service.ts';
import { TrafficWatchService } from './traffic-watch.service.ts';

@Module({
  imports: [DnsModule, DomainStoreModule, OwnershipModule],
  controllers: [DnsRecordsController],
  providers: [DnsPollJob, DnsRecordsService, TrafficWatchService],
  exports: [DnsRecordsService],
})
export class DnsRecordsModule {}
