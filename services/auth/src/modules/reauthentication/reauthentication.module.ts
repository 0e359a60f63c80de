import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { LoginThrottleModule } from '../login-throttle/login-throttle.module.ts';
import { MfaModule } from '../mfa/mfa.module.ts';
import { PasswordCheckModule } from '../password-check/password-check.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ReauthenticationController } from './reauthentication.controller.ts';
import { ReauthenticationService } from './reauthentication.service.ts';

/** Password and code again, before sensitive actions. */
@Module({
  imports: [
    AuditModule,
    LoginThrottleModule,
    MfaModule,
    PasswordCheckModule,
    PasswordsModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [ReauthenticationController],
  providers: [ReauthenticationService],
})
export class ReauthenticationModule {}
