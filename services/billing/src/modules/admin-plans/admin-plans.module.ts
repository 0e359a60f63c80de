import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { AdminPlansController } from './admin-plans.controller.ts';
import { AdminPlansService } from './admin-plans.service.ts';

@Module({
  imports: [SubscriptionsModule],
  controllers: [AdminPlansController],
  providers: [AuditLogger, AdminPlansService],
})
export class AdminPlansModule {}
