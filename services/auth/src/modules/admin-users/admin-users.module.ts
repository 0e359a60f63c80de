import { Module } from '@nestjs/common';
import { AccountAccessModule } from '../account-access/account-access.module.ts';
import { AccountClosingModule } from '../account-closing/account-closing.module.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { EmailConfirmationModule } from '../email-confirmation/email-confirmation.module.ts';
import { MailRequestsModule } from '../mail-requests/mail-requests.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AdminUserListService } from './admin-user-list.service.ts';
import { AdminUsersController } from './admin-users.controller.ts';
import { AdminUsersService } from './admin-users.service.ts';

/** Accounts as administrators see and change them. */
@Module({
  imports: [
    AccountAccessModule,
    AccountClosingModule,
    AuditModule,
    EmailConfirmationModule,
    MailRequestsModule,
    PasswordsModule,
    PlansModule,
    SecurityActivityModule,
    UsersModule,
  ],
  controllers: [AdminUsersController],
  providers: [AdminUserListService, AdminUsersService],
})
export class AdminUsersModule {}
