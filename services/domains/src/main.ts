import { domainsV1 } from '@palisade/contracts';
import { eventsServer } from '@palisade/messaging/nest';
import { bootstrap, grpcServer, InternalChannel } from '@palisade/nest-kit';
import { AppModule } from './app.module.ts';
import { type DomainsConfig, readConfig } from './config/config.ts';

/** Maximum body, bytes: room for two lists of 10,000 addresses. */
const MAX_BODY = 2 * 1024 * 1024;

export function start(config: DomainsConfig) {
  return bootstrap({
    name: 'domains',
    module: AppModule.forRoot(config),
    bind: config.PALISADE_BIND,
    port: config.PALISADE_DOMAINS_HTTP_PORT,
    logLevel: config.PALISADE_LOG_LEVEL,
    bodyLimit: MAX_BODY,
    microservices: (app) => [
      eventsServer(app),
      grpcServer(
        `${config.PALISADE_BIND}:${config.PALISADE_DOMAINS_GRPC_PORT}`,
        app.get(InternalChannel),
        domainsV1.DomainsService,
      ),
    ],
  });
}

if (import.meta.main) await start(readConfig());
