import { Module } from '@nestjs/common';
import { DnsChecksService } from './dns-checks.service.ts';
import { DnsLookupService } from './dns-lookup.service.ts';
import { NameServersService } from './name-servers.service.ts';

@Module({
  providers: [DnsChecksService, DnsLookupService, NameServersService],
  exports: [DnsChecksService, DnsLookupService, NameServersService],
})
export class DnsModule {}
