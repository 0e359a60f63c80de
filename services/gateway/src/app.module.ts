import { type DynamicModule, Module } from '@nestjs/common';
import { READINESS_CHECKS, ServiceModule } from '@palisade/nest-kit';
import { ConfigModule } from './config/config.module.ts';
import type { GatewayConfig } from './config/config.ts';
import { DrainModule } from './modules/drain/drain.module.ts';
import { DrainService } from './modules/drain/drain.service.ts';
import { ProxyModule } from './modules/proxy/proxy.module.ts';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        DrainModule,
        ServiceModule.forRoot({
          name: 'gateway',
          privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
          publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
          certificates: config.PALISADE_INTERNAL_CERTIFICATES,
          keysFile: config.PALISADE_KEYS_FILE,
          tracing: config,
          readiness: {
            provide: READINESS_CHECKS,
            inject: [DrainService],
            useFactory: (drain: DrainService) => [drain],
          },
        }),
        ProxyModule,
      ],
    };
  }
}
