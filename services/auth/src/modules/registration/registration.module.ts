import { Module } from '@nestjs/common';
import { EmailConfirmationModule } from '../email-confirmation/email-confirmation.module.ts';
import { KnownDevicesModule } from '../known-devices/known-devices.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { ProfileModule } from '../profile/profile.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { RegistrationController } from './registration.controller.ts';
import { RegistrationService } from './registration.service.ts';

/** Opening an account. */
@Module({
  imports: [
    EmailConfirmationModule,
    KnownDevicesModule,
    PasswordsModule,
    ProfileModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [RegistrationController],
  providers: [RegistrationService],
})
export class RegistrationModule {}
