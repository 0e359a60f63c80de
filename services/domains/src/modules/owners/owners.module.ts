import { Module } from '@nestjs/common';
import { DomainManagementModule } from '../domain-management/domain-management.module.ts';
import { DomainsModule } from '../domains/domains.module.ts';
import { ListsModule } from '../lists/lists.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { OwnersService } from './owners.service.ts';
import { OwnersEventsController } from './owners-events.controller.ts';

@Module({
  imports: [DomainManagementModule, DomainsModule, ListsModule, PlansModule, PublicationModule],
  controllers: [OwnersEventsController],
  providers: [OwnersService],
})
export class OwnersModule {}
