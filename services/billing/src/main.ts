import { billingV1 } from '@palisade/contracts';
import { eventsServer } from '@palisade/messaging/nest';
import { bootstrap, grpcServer, InternalChannel } from '@palisade/nest-kit';
import { AppModule } from './app.module.ts';
import { type BillingConfig, readConfig } from './config/config.ts';

export function start(config: BillingConfig) {
  return bootstrap({
    name: 'billing',
    module: AppModule.forRoot(config),
    bind: config.PALISADE_BIND,
    port: config.PALISADE_BILLING_HTTP_PORT,
    logLevel: config.PALISADE_LOG_LEVEL,
    microservices: (app) => [
      eventsServer(app),
      grpcServer(
        `${config.PALISADE_BIND}:${config.PALISADE_BILLING_GRPC_PORT}`,
        app.get(InternalChannel),
        billingV1.BillingService,
      ),
    ],
  });
}

if (import.meta.main) await start(readConfig());
