import { Module } from '@nestjs/common';
import { AccountClosingModule } from '../account-closing/account-closing.module.ts';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.ts';
import { KnownDevicesModule } from '../known-devices/known-devices.module.ts';
import { LoginThrottleModule } from '../login-throttle/login-throttle.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SupportViewsModule } from '../support-views/support-views.module.ts';
import { HousekeepingJob } from './housekeeping.job.ts';

/** Removes expired rows. */
@Module({
  imports: [
    AccountClosingModule,
    EmailTokensModule,
    KnownDevicesModule,
    LoginThrottleModule,
    SecurityActivityModule,
    SessionsModule,
    SupportViewsModule,
  ],
  providers: [HousekeepingJob],
})
export class HousekeepingModule {}
