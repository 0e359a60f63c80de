import { type DynamicModule, Module } from '@nestjs/common';
import { SecretBox } from '@palisade/nest-kit';
import { AUTH_CONFIG, type AuthConfig } from './config.ts';

/** The configuration and its keys, for every module. */
@Module({})
export class ConfigModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: AUTH_CONFIG, useValue: config },
        {
          provide: SecretBox,
          useFactory: () => new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
        },
      ],
      exports: [AUTH_CONFIG, SecretBox],
    };
  }
}
