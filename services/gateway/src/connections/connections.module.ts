import { Module } from '@nestjs/common';
import { authV1 } from '@palisade/contracts';
import { type GrpcClient, grpcClient, InternalChannel, InternalTokenSigner } from '@palisade/nest-kit';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config/config.ts';

export const AUTH = Symbol('auth');
export type AuthClient = Pick<
  GrpcClient<typeof authV1.AuthService>,
  'authenticate' | 'knowsDevice' | 'lookAsSupport'
>;

/** The auth service, which knows who calls. */
@Module({
  providers: [
    {
      provide: AUTH,
      inject: [GATEWAY_CONFIG, InternalTokenSigner, InternalChannel],
      useFactory: (
        config: GatewayConfig,
        signer: InternalTokenSigner,
        channel: InternalChannel,
      ): AuthClient => {
        const address = config.PALISADE_AUTH_GRPC;
        return grpcClient(authV1.AuthService, { address, signer, channel, timeout: 5_000 });
      },
    },
  ],
  exports: [AUTH],
})
export class ConnectionsModule {}
