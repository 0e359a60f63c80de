import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { authV1 } from '@palisade/contracts';
import { eventsServer } from '@palisade/messaging/nest';
import { bootstrap, grpcServer, InternalChannel } from '@palisade/nest-kit';
import { AppModule } from './app.module.ts';
import { type AuthConfig, readConfig } from './config/config.ts';

/** Starts the auth service: HTTP for the gateway, gRPC for the other services. */
export const start = (config: AuthConfig): Promise<NestFastifyApplication> =>
  bootstrap({
    name: 'auth',
    module: AppModule.forRoot(config),
    bind: config.PALISADE_BIND,
    port: config.PALISADE_AUTH_HTTP_PORT,
    logLevel: config.PALISADE_LOG_LEVEL,
    bodyLimit: 64 * 1024,
    microservices: (app) => [
      grpcServer(
        `${config.PALISADE_BIND}:${config.PALISADE_AUTH_GRPC_PORT}`,
        app.get(InternalChannel),
        authV1.AuthService,
      ),
      eventsServer(app),
    ],
  });

if (import.meta.main) await start(readConfig());
