import { type DynamicModule, Module } from '@nestjs/common';
import { KeyFile, SecretBox } from '@palisade/nest-kit';
import { AUTH_CONFIG, type AuthConfig, sealingKeyFields } from './config.ts';

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
          inject: [KeyFile],
          useFactory: (keys: KeyFile) => {
            const box = new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT);
            keys.use((settings) => {
              const next = sealingKeyFields.parse(settings);
              return box.prepare(next.PALISADE_KEK_KEYS, next.PALISADE_KEK_CURRENT);
            });
            return box;
          },
        },
      ],
      exports: [AUTH_CONFIG, SecretBox],
    };
  }
}
