import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { domainsV1 } from '@palisade/contracts';
import {
  followedSecretBox,
  type GrpcClient,
  grpcClient,
  InternalChannel,
  InternalTokenSigner,
  KeyFile,
  SecretBox,
} from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig, sealingKeyFields } from '../config/config.ts';
import { DOMAINS_CLIENT } from './domains-client.ts';

/** The configuration, and the connection to the service that is asked; closed with this one. */
@Module({})
export class ConnectionsModule implements OnApplicationShutdown {
  constructor(
    @Inject(DOMAINS_CLIENT) private readonly domains: GrpcClient<typeof domainsV1.DomainsService>,
  ) {}

  static forRoot(config: LogsConfig): DynamicModule {
    return {
      module: ConnectionsModule,
      global: true,
      providers: [
        { provide: LOGS_CONFIG, useValue: config },
        {
          provide: SecretBox,
          inject: [KeyFile],
          useFactory: (keys: KeyFile) =>
            followedSecretBox(keys, config, (settings) => sealingKeyFields.parse(settings)),
        },
        {
          provide: DOMAINS_CLIENT,
          inject: [InternalTokenSigner, InternalChannel],
          useFactory: (signer: InternalTokenSigner, channel: InternalChannel) =>
            grpcClient(domainsV1.DomainsService, {
              address: config.PALISADE_DOMAINS_GRPC,
              signer,
              channel,
              timeout: 2_000,
            }),
        },
      ],
      exports: [LOGS_CONFIG, SecretBox, DOMAINS_CLIENT],
    };
  }

  onApplicationShutdown(): void {
    this.domains.close();
  }
}
