import { Module } from '@nestjs/common';
import { MailRequestsModule } from '../mail-requests/mail-requests.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { SecurityActivityController } from './security-activity.controller.ts';
import { SecurityActivityService } from './security-activity.service.ts';

/** Security events, as an account’s owner sees them. */
@Module({
  imports: [MailRequestsModule, UsersModule],
  controllers: [SecurityActivityController],
  providers: [SecurityActivityService],
  exports: [SecurityActivityService],
})
export class SecurityActivityModule {}
