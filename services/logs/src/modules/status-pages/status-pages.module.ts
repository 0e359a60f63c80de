import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { AdminStatusPagesController } from './admin-status-pages.controller.ts';
import { PublicStatusController } from './public-status.controller.ts';
import { PublicStatusService } from './public-status.service.ts';
import { StatusIncidentsService } from './status-incidents.service.ts';
import { StatusPageRepository } from './status-page.repository.ts';
import { StatusPagesController } from './status-pages.controller.ts';
import { StatusPagesService } from './status-pages.service.ts';
import { StatusSuspensionsService } from './status-suspensions.service.ts';
import { StatusViewService } from './status-view.service.ts';
import { UptimeDaysJob } from './uptime-days.job.ts';

/** Public status pages: uptime, incidents and planned maintenance. */
@Module({
  imports: [IngestModule, OwnershipModule, RollUpsModule],
  controllers: [AdminStatusPagesController, PublicStatusController, StatusPagesController],
  providers: [
    PublicStatusService,
    StatusIncidentsService,
    StatusPageRepository,
    StatusPagesService,
    StatusSuspensionsService,
    StatusViewService,
    UptimeDaysJob,
  ],
})
export class StatusPagesModule {}
