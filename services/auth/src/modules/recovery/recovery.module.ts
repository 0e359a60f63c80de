import { Module } from '@nestjs/common';
import { AccountAccessModule } from '../account-access/account-access.module.ts';
import { EmailConfirmationModule } from '../email-confirmation/email-confirmation.module.ts';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.ts';
import { KnownDevicesModule } from '../known-devices/known-devices.module.ts';
import { MailRequestsModule } from '../mail-requests/mail-requests.module.ts';
import { MfaModule } from '../mfa/mfa.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { PasswordRecoveryService } from './password-recovery.service.ts';
import { RecoveryController } from './recovery.controller.ts';

/** Forgotten passwords. */
@Module({
  imports: [
    AccountAccessModule,
    EmailConfirmationModule,
    EmailTokensModule,
    KnownDevicesModule,
    MailRequestsModule,
    MfaModule,
    PasswordsModule,
    SecurityActivityModule,
    UsersModule,
  ],
  controllers: [RecoveryController],
  providers: [PasswordRecoveryService],
})
export class RecoveryModule {}
