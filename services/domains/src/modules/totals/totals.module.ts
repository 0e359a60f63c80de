import { Module } from '@nestjs/common';
import { SiteTotalsService } from './site-totals.service.ts';
import { SiteTotalsEventsController } from './site-totals-events.controller.ts';

@Module({
  controllers: [SiteTotalsEventsController],
  providers: [SiteTotalsService],
})
export class TotalsModule {}
