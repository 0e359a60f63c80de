import { type DynamicModule, Module } from '@nestjs/common';
import { SecretBox, secretBoxProvider } from '@palisade/nest-kit';
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
        secretBoxProvider(config, (settings) => sealingKeyFields.parse(settings)),
      ],
      exports: [AUTH_CONFIG, SecretBox],
    };
  }
}
