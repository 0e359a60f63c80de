import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { DomainDirectoryService } from './domain-directory.service.ts';
import { OwnedSitesService } from './owned-sites.service.ts';

@Module({
  imports: [IngestModule],
  providers: [DomainDirectoryService, OwnedSitesService],
  exports: [DomainDirectoryService, OwnedSitesService],
})
export class OwnershipModule {}
