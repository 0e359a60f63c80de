import { mailerV1 } from '@palisade/contracts';
import { eventsServer } from '@palisade/messaging/nest';
import { bootstrap, grpcServer, InternalChannel } from '@palisade/nest-kit';
import { AppModule } from './app.module.ts';
import { type MailerConfig, readConfig } from './config/config.ts';
import { acceptOneClickBodies } from './http/one-click-bodies.ts';

/** A campaign's HTML, with room for JSON escapes. */
const BODY_LIMIT = 2 * 1024 * 1024;

export function start(config: MailerConfig) {
  return bootstrap({
    name: 'mailer',
    module: AppModule.forRoot(config),
    bind: config.PALISADE_BIND,
    port: config.PALISADE_MAILER_HTTP_PORT,
    logLevel: config.PALISADE_LOG_LEVEL,
    bodyLimit: BODY_LIMIT,
    configure: acceptOneClickBodies,
    microservices: (app) => [
      eventsServer(app),
      grpcServer(
        `${config.PALISADE_BIND}:${config.PALISADE_MAILER_GRPC_PORT}`,
        app.get(InternalChannel),
        mailerV1.MailerService,
      ),
    ],
  });
}

if (import.meta.main) await start(readConfig());
