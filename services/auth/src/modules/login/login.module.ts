import { Module } from '@nestjs/common';
import { KnownDevicesModule } from '../known-devices/known-devices.module.ts';
import { LoginThrottleModule } from '../login-throttle/login-throttle.module.ts';
import { MfaModule } from '../mfa/mfa.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { ProfileModule } from '../profile/profile.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { LoginController } from './login.controller.ts';
import { LoginService } from './login.service.ts';

/** Sign-in and sign-out. */
@Module({
  imports: [
    KnownDevicesModule,
    LoginThrottleModule,
    MfaModule,
    PasswordsModule,
    ProfileModule,
    SecurityActivityModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [LoginController],
  providers: [LoginService],
})
export class LoginModule {}
