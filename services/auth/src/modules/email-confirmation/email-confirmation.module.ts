import { Module } from '@nestjs/common';
import { AccountAccessModule } from '../account-access/account-access.module.ts';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.ts';
import { KnownDevicesModule } from '../known-devices/known-devices.module.ts';
import { LoginThrottleModule } from '../login-throttle/login-throttle.module.ts';
import { MailRequestsModule } from '../mail-requests/mail-requests.module.ts';
import { MfaModule } from '../mfa/mfa.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { EmailChangesService } from './email-changes.service.ts';
import { EmailConfirmationController } from './email-confirmation.controller.ts';
import { EmailConfirmationService } from './email-confirmation.service.ts';

/** Confirmation of addresses, and undoing their change. */
@Module({
  imports: [
    AccountAccessModule,
    EmailTokensModule,
    KnownDevicesModule,
    LoginThrottleModule,
    MailRequestsModule,
    MfaModule,
    PasswordsModule,
    SecurityActivityModule,
    UsersModule,
  ],
  controllers: [EmailConfirmationController],
  providers: [EmailChangesService, EmailConfirmationService],
  exports: [EmailChangesService, EmailConfirmationService],
})
export class EmailConfirmationModule {}
