import { Module } from '@nestjs/common';
import { LoginThrottleModule } from '../login-throttle/login-throttle.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { PasswordCheckService } from './password-check.service.ts';
import { ReauthenticationFailuresService } from './reauthentication-failures.service.ts';

/** Asks a signed-in user for the password again. */
@Module({
  imports: [LoginThrottleModule, PasswordsModule, SecurityActivityModule, UsersModule],
  providers: [PasswordCheckService, ReauthenticationFailuresService],
  exports: [PasswordCheckService, ReauthenticationFailuresService],
})
export class PasswordCheckModule {}
