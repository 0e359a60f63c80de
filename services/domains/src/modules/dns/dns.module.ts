import { Module } from '@nestjs/common';
import { DnsChecksService } from './dns-checks.service.ts';
import { DnsLookupService } from './dns-lookup.service.ts';

@Module({
  providers: [DnsChecksService, DnsLookupService],
  exports: [DnsChecksService, DnsLookupService],
})
export class DnsModule {}
