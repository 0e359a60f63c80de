import { Module } from '@nestjs/common';
import { KeyFile } from '@palisade/nest-kit';
import { AUTH_CONFIG, type AuthConfig, tokenKeyFields } from '../../config/config.ts';
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
      inject: [AUTH_CONFIG, KeyFile],
      useFactory: sessionTokens,
    },
  ],
  exports: [SessionTokensService, SessionsService],
})
export class SessionsModule {}

function sessionTokens(config: AuthConfig, keys: KeyFile): SessionTokensService {
  const tokens = new SessionTokensService(
    config.PALISADE_AUTH_TOKEN_KEY,
    config.PALISADE_AUTH_ACCESS_TOKEN_SECONDS,
    config.PALISADE_AUTH_TOKEN_PREVIOUS_KEYS,
  );
  keys.use((settings) => {
    const next = tokenKeyFields.parse(settings);
    return tokens.prepare(next.PALISADE_AUTH_TOKEN_KEY, next.PALISADE_AUTH_TOKEN_PREVIOUS_KEYS);
  });
  return tokens;
}
