import { type DynamicModule, Module } from '@nestjs/common';
import { authV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClientProvider } from '@palisade/nest-kit';
import type { GatewayConfig } from '../config/config.ts';

export const AUTH = Symbol('auth client');
export type AuthClient = Pick<
  GrpcClient<typeof authV1.AuthService>,
  'authenticate' | 'knowsDevice' | 'lookAsSupport'
>;

/** The auth service, which knows who calls. */
@Module({})
export class ConnectionsModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        grpcClientProvider({
          provide: AUTH,
          service: authV1.AuthService,
          address: config.PALISADE_AUTH_GRPC,
          timeout: 5_000,
        }),
      ],
      exports: [AUTH],
    };
  }
}
