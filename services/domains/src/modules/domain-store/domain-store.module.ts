import { Module } from '@nestjs/common';
import { DomainsRepository } from './domains.repository.ts';
import { DomainsGrpcController } from './domains-grpc.controller.ts';
import { OwnerStatesRepository } from './owner-states.repository.ts';
import { SiteHostsRepository } from './site-hosts.repository.ts';

@Module({
  controllers: [DomainsGrpcController],
  providers: [DomainsRepository, OwnerStatesRepository, SiteHostsRepository],
  exports: [DomainsRepository, OwnerStatesRepository, SiteHostsRepository],
})
export class DomainStoreModule {}
