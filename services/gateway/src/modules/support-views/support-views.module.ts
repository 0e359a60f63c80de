import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../../connections/connections.module.ts';
import { SupportViewsService } from './support-views.service.ts';

/** What administrators see in a customer's name. */
@Module({
  imports: [ConnectionsModule],
  providers: [SupportViewsService],
  exports: [SupportViewsService],
})
export class SupportViewsModule {}
