import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { KnownDevicesModule } from '../known-devices/known-devices.module.ts';
import { MailRequestsModule } from '../mail-requests/mail-requests.module.ts';
import { PasswordCheckModule } from '../password-check/password-check.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { MfaController } from './mfa.controller.ts';
import { MfaConfigsService } from './mfa-configs.service.ts';
import { SecondFactorsService } from './second-factors.service.ts';
import { SuspiciousFactorsService } from './suspicious-factors.service.ts';

/** Second factors: set up, check, remove. */
@Module({
  imports: [
    AuditModule,
    KnownDevicesModule,
    MailRequestsModule,
    PasswordCheckModule,
    SecurityActivityModule,
    UsersModule,
  ],
  controllers: [MfaController],
  providers: [MfaConfigsService, SecondFactorsService, SuspiciousFactorsService],
  exports: [SecondFactorsService, SuspiciousFactorsService],
})
export class MfaModule {}
