import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { logsV1 } from '@palisade/contracts';
import { eventsServer } from '@palisade/messaging/nest';
import { bootstrap, grpcServer, InternalChannel } from '@palisade/nest-kit';
import { AppModule } from './app.module.ts';
import { type LogsConfig, readConfig } from './config/config.ts';

/** Starts the logs service: HTTP for the gateway, gRPC for the mailer, and the consumer of the edge's request logs. */
export const start = (config: LogsConfig): Promise<NestFastifyApplication> =>
  bootstrap({
    name: 'logs',
    module: AppModule.forRoot(config),
    bind: config.PALISADE_BIND,
    port: config.PALISADE_LOGS_HTTP_PORT,
    logLevel: config.PALISADE_LOG_LEVEL,
    bodyLimit: 64 * 1024,
    microservices: (app) => [
      eventsServer(app),
      grpcServer(
        `${config.PALISADE_BIND}:${config.PALISADE_LOGS_GRPC_PORT}`,
        app.get(InternalChannel),
        logsV1.LogsService,
      ),
    ],
  });

if (import.meta.main) await start(readConfig());
