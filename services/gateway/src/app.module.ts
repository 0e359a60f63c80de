import { type DynamicModule, Module } from '@nestjs/common';
import { authV1 } from '@palisade/contracts';
import {
  grpcClient,
  InternalChannel,
  InternalTokenSigner,
  READINESS_CHECKS,
  ServiceModule,
} from '@palisade/nest-kit';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.ts';
import { AUTH, type AuthClient, Visitors } from './modules/identity/visitors.ts';
import { Admission } from './modules/limits/admission.ts';
import { KnownDevices } from './modules/limits/known-devices.ts';
import { RateLimiter } from './modules/limits/rate-limiter.ts';
import { MergedDocument } from './modules/openapi/merged-document.ts';
import { ApiProxy } from './modules/proxy/api-proxy.ts';
import { Drain } from './modules/proxy/drain.ts';

/** What the readiness check needs as well, which lives outside of this service's own module. */
@Module({})
class FoundationModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: FoundationModule,
      global: true,
      providers: [{ provide: GATEWAY_CONFIG, useValue: config }, Drain],
      exports: [GATEWAY_CONFIG, Drain],
    };
  }
}

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        FoundationModule.forRoot(config),
        ServiceModule.forRoot({
          name: 'gateway',
          privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
          publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
          certificates: config.PALISADE_INTERNAL_CERTIFICATES,
          keysFile: config.PALISADE_KEYS_FILE,
          readiness: { provide: READINESS_CHECKS, inject: [Drain], useFactory: (drain: Drain) => [drain] },
        }),
      ],
      providers: [
        {
          provide: AUTH,
          inject: [InternalTokenSigner, InternalChannel],
          useFactory: (signer: InternalTokenSigner, channel: InternalChannel): AuthClient =>
            grpcClient(authV1.AuthService, {
              address: config.PALISADE_AUTH_GRPC,
              signer,
              channel,
              timeout: 5_000,
            }),
        },
        Admission,
        ApiProxy,
        KnownDevices,
        MergedDocument,
        RateLimiter,
        Visitors,
      ],
    };
  }
}
