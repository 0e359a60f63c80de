import { Module } from '@nestjs/common';
import { AccountAccessModule } from '../account-access/account-access.module.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { EmailConfirmationModule } from '../email-confirmation/email-confirmation.module.ts';
import { MailRequestsModule } from '../mail-requests/mail-requests.module.ts';
import { PasswordCheckModule } from '../password-check/password-check.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { ProfileModule } from '../profile/profile.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AccountSettingsService } from './account-settings.service.ts';
import { SettingsController } from './settings.controller.ts';

/** Users' changes of their own account. */
@Module({
  imports: [
    AccountAccessModule,
    AuditModule,
    EmailConfirmationModule,
    MailRequestsModule,
    PasswordCheckModule,
    PasswordsModule,
    ProfileModule,
    SecurityActivityModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [SettingsController],
  providers: [AccountSettingsService],
})
export class SettingsModule {}
