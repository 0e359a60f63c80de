import { Module } from '@nestjs/common';
import { TotalsAnnouncerJob } from './totals-announcer.job.ts';

@Module({
  providers: [TotalsAnnouncerJob],
})
export class TotalsModule {}
