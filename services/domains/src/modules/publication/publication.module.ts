import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.ts';
import { ConfigPublisherService } from './config-publisher.service.ts';
import { ExclusionExpiryJob } from './exclusion-expiry.job.ts';
import { PublicationService } from './publication.service.ts';

@Module({
  imports: [ClockModule],
  providers: [ConfigPublisherService, ExclusionExpiryJob, PublicationService],
  exports: [ConfigPublisherService, PublicationService],
})
export class PublicationModule {}
