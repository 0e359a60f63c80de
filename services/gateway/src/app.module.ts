import { type DynamicModule, Module } from '@nestjs/common';
import { READINESS_CHECKS, ServiceModule, serviceIdentity } from '@palisade/nest-kit';
import { ConfigModule } from './config/config.module.ts';
import type { GatewayConfig } from './config/config.ts';
import { ConnectionsModule } from './connections/connections.module.ts';
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
        ConnectionsModule.forRoot(config),
        DrainModule,
        ServiceModule.forRoot({
          ...serviceIdentity('gateway', config),
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
