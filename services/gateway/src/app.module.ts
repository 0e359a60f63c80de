import { type DynamicModule, Module } from '@nestjs/common';
import { authV1 } from '@palisade/contracts';
import { grpcClient, InternalTokenSigner, ServiceModule } from '@palisade/nest-kit';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.ts';
import { AUTH, type AuthClient, Visitors } from './modules/identity/visitors.ts';
import { RateLimiter } from './modules/limits/rate-limiter.ts';
import { MergedDocument } from './modules/openapi/merged-document.ts';
import { ApiProxy } from './modules/proxy/api-proxy.ts';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'gateway',
          privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
          publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
        }),
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        {
          provide: AUTH,
          inject: [InternalTokenSigner],
          useFactory: (signer: InternalTokenSigner): AuthClient =>
            grpcClient(authV1.AuthService, { address: config.PALISADE_AUTH_GRPC, signer, timeout: 5_000 }),
        },
        ApiProxy,
        MergedDocument,
        RateLimiter,
        Visitors,
      ],
    };
  }
}
