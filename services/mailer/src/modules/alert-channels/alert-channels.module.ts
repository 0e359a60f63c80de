import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { EventMailsModule } from '../event-mails/event-mails.module.ts';
import { AlertDeliveryService } from './alert-delivery.service.ts';
import { ChannelSecretsService } from './channel-secrets.service.ts';
import { ChannelsController } from './channels.controller.ts';
import { ChannelsService } from './channels.service.ts';
import { DeliveriesRepository } from './deliveries.repository.ts';
import { DeliveriesService } from './deliveries.service.ts';
import { DeliveryAttemptsService } from './delivery-attempts.service.ts';
import { DeliveryQueueService } from './delivery-queue.service.ts';
import { OwnerAlertsEventsController } from './owner-alerts-events.controller.ts';

/** Alert channels: mail, webhooks, chats and on-call services. */
@Module({
  imports: [AccountsModule, EventMailsModule],
  controllers: [ChannelsController, OwnerAlertsEventsController],
  providers: [
    ChannelSecretsService,
    AlertDeliveryService,
    ChannelsService,
    DeliveriesRepository,
    DeliveriesService,
    DeliveryAttemptsService,
    DeliveryQueueService,
  ],
  exports: [DeliveryQueueService],
})
export class AlertChannelsModule {}
