import { Module } from '@nestjs/common';
import { SmtpModule } from '../smtp/smtp.module.ts';
import { DeliveryService } from './delivery.service.ts';
import { DeliveryMetricsService } from './delivery-metrics.service.ts';
import { RateBucketService } from './rate-bucket.service.ts';
import { SmtpTransportService } from './smtp-transport.service.ts';

/** Delivers one mail through any suitable server. */
@Module({
  imports: [SmtpModule],
  providers: [DeliveryMetricsService, DeliveryService, RateBucketService, SmtpTransportService],
  exports: [DeliveryService, RateBucketService, SmtpTransportService],
})
export class DeliveryModule {}
