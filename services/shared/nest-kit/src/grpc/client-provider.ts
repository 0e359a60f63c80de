import type { DescService } from '@bufbuild/protobuf';
import type { FactoryProvider, InjectionToken, OnApplicationShutdown } from '@nestjs/common';
import { InternalTokenSigner } from '../identity/internal-tokens.ts';
import { InternalChannel } from './channel.ts';
import { type GrpcCallOptions, type GrpcClient, grpcClient } from './client.ts';

interface ClientOptions<Service extends DescService> extends GrpcCallOptions {
  /** The token under which it is injected. */
  provide: InjectionToken;
  service: Service;
  /** host:port */
  address: string;
}

/** Provides a client of another service, which is closed when the application shuts down. */
export const grpcClientProvider = <Service extends DescService>({
  provide,
  service,
  ...options
}: ClientOptions<Service>): FactoryProvider<GrpcClient<Service> & OnApplicationShutdown> => ({
  provide,
  inject: [InternalTokenSigner, InternalChannel],
  useFactory: (signer: InternalTokenSigner, channel: InternalChannel) => {
    const client = grpcClient(service, { ...options, signer, channel });
    return Object.assign(client, { onApplicationShutdown: () => client.close() });
  },
});
