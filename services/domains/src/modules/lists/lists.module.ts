import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { CertificatesModule } from '../certificates/certificates.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { ClientListsController } from './client-lists.controller.ts';
import { ClientListsRepository } from './client-lists.repository.ts';
import { ClientListsService } from './client-lists.service.ts';
import { ListFetcherService } from './list-fetcher.service.ts';
import { ListKeysService } from './list-keys.service.ts';
import { ListPublicationsRepository } from './list-publications.repository.ts';
import { ListPublisherService } from './list-publisher.service.ts';
import { ListReferencesRepository } from './list-references.repository.ts';
import { ListRefreshJob } from './list-refresh.job.ts';
import { ListRefreshService } from './list-refresh.service.ts';
import { ListSourcesRepository } from './list-sources.repository.ts';
import { ListTextService } from './list-text.service.ts';
import { OperatorClientListsController } from './operator-client-lists.controller.ts';
import { RemovedListsJob } from './removed-lists.job.ts';

/** Lists of addresses, kept by hand or fetched, on their way to the edges. */
@Module({
  imports: [CertificatesModule, PlansModule],
  controllers: [ClientListsController, OperatorClientListsController],
  providers: [
    AuditLogger,
    ClientListsRepository,
    ClientListsService,
    ListFetcherService,
    ListKeysService,
    ListPublicationsRepository,
    ListPublisherService,
    ListReferencesRepository,
    ListRefreshJob,
    ListRefreshService,
    ListSourcesRepository,
    ListTextService,
    RemovedListsJob,
  ],
  exports: [ClientListsRepository, ListPublisherService, ListReferencesRepository],
})
export class ListsModule {}
