import { Module } from '@nestjs/common';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { RenewalController } from './renewal.controller.ts';
import { RenewalsService } from './renewals.service.ts';
import { SessionTokensService } from './session-tokens.service.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsService } from './sessions.service.ts';

/** Browser sessions, their tokens and their renewal. */
@Module({
  imports: [SecurityActivityModule],
  controllers: [RenewalController, SessionsController],
  providers: [
    RenewalsService,
    SessionsService,
    {
      provide: SessionTokensService,
      inject: [AUTH_CONFIG],
      useFactory: (config: AuthConfig) =>
        new SessionTokensService(
          config.PALISADE_AUTH_TOKEN_KEY,
          config.PALISADE_AUTH_ACCESS_TOKEN_SECONDS,
          config.PALISADE_AUTH_TOKEN_PREVIOUS_KEYS,
        ),
    },
  ],
  exports: [SessionTokensService, SessionsService],
})
export class SessionsModule {}
