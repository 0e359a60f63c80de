import { Module } from '@nestjs/common';
import { SupportViewsService } from './support-views.service.ts';

/** What administrators see in a customer's name. */
@Module({
  providers: [SupportViewsService],
  exports: [SupportViewsService],
})
export class SupportViewsModule {}
