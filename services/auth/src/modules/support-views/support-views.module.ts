import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { ProfileModule } from '../profile/profile.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AdminSupportViewsController } from './admin-support-views.controller.ts';
import { SupportViewsController } from './support-views.controller.ts';
import { SupportViewsRepository } from './support-views.repository.ts';
import { SupportViewsService } from './support-views.service.ts';

/** Administrators view a customer's dashboard, with the customer's permission. */
@Module({
  imports: [AuditModule, ProfileModule, SecurityActivityModule, UsersModule],
  controllers: [AdminSupportViewsController, SupportViewsController],
  providers: [SupportViewsRepository, SupportViewsService],
  exports: [SupportViewsService],
})
export class SupportViewsModule {}
