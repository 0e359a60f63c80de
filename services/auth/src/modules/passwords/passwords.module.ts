import { Module } from '@nestjs/common';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { PasswordHasherService } from './password-hasher.service.ts';

/** Password hashing, and the rules for acceptable passwords. */
@Module({
  providers: [
    {
      provide: PasswordHasherService,
      inject: [AUTH_CONFIG],
      useFactory: (config: AuthConfig) =>
        new PasswordHasherService({
          concurrency: config.PALISADE_AUTH_HASH_CONCURRENCY,
          queue: config.PALISADE_AUTH_HASH_QUEUE,
        }),
    },
  ],
  exports: [PasswordHasherService],
})
export class PasswordsModule {}
