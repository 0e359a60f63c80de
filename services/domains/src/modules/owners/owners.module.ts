import { Module } from '@nestjs/common';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { DomainsModule } from '../domains/domains.module.ts';
import { ListsModule } from '../lists/lists.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { OwnersService } from './owners.service.ts';
import { OwnersEventsController } from './owners-events.controller.ts';

@Module({
  imports: [DomainsModule, DomainStoreModule, ListsModule, PlansModule, PublicationModule],
  controllers: [OwnersEventsController],
  providers: [OwnersService],
})
export class OwnersModule {}
