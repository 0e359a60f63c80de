import type { IncomingMessage, Server } from 'node:http';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { sendProblem } from '../errors/problem.filter.ts';
import { logRequests } from '../logging/access-log.ts';
import { JsonLogger } from '../logging/json-logger.ts';
import { watchRequests } from '../metrics/http-metrics.ts';
import { Metrics } from '../metrics/metrics.ts';
import { endConnectionsAtClose } from './connections-at-close.ts';
import { openApiDocument } from './openapi.ts';
import { believes, type TrustedProxies } from './peers.ts';
import { traceRequests } from './request-traces.ts';
import { prefixRoutes } from './route-prefix.ts';
import { startupServer } from './startup-server.ts';
import { refuseUnstorableText } from './unstorable-text.ts';

export interface BootstrapOptions {
  name: string;
  module: Type | object;
  bind: string;
  port: number;
  logLevel: string;
  /** gRPC servers and event consumers that run beside HTTP. */
  microservices?: (app: NestFastifyApplication) => readonly MicroserviceOptions[];
  /** Largest body, bytes. */
  bodyLimit?: number;
  /**
   * The service is what strangers talk to. Request ids that they send are not taken over, slow requests are ended,
   * and their address comes from a forwarding header only where one of these proxies wrote it.
   */
  publicDoor?: {
    trustedProxies: TrustedProxies;
    /** Proxies that begin traces themselves and decide about their sampling. */
    tracingProxies?: readonly string[];
    /** Sets the client address of a request before any other code reads it. */
    rewriteUrl: (request: IncomingMessage) => string;
  };
  /** Last changes before the service listens, such as raw bodies for webhooks. */
  configure?: (app: NestFastifyApplication) => void | Promise<void>;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Starts a service: HTTP under /api, health and metrics beside it, clean stop on SIGTERM and SIGINT. It answers `/livez` while it starts. */
export async function bootstrap(options: BootstrapOptions): Promise<NestFastifyApplication> {
  const logger = new JsonLogger(options.name, options.logLevel);
  // A port that is given by chance is known to nobody yet.
  const closeDoor = options.port === 0 ? null : await startupServer(options.port, options.bind);
  const app = await prepare(options, logger).finally(closeDoor);
  await app.listen(options.port, options.bind);
  logger.log({ port: options.port }, `${options.name} is ready`);
  return app;
}

/** Everything but listening for HTTP. */
async function prepare(options: BootstrapOptions, logger: JsonLogger): Promise<NestFastifyApplication> {
  const app = await createApp(options, logger);
  for (const microservice of options.microservices?.(app) ?? []) {
    app.connectMicroservice<MicroserviceOptions>(microservice, { inheritAppConfig: false });
  }
  app.enableShutdownHooks(['SIGTERM', 'SIGINT']);
  await app.startAllMicroservices();
  return app;
}

export async function createApp(
  options: BootstrapOptions,
  logger: JsonLogger,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    // Errors of the router before any handler, such as a path that cannot be decoded.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(error, request, reply, (unexpected) =>
        logger.error({ err: unexpected }, 'unexpected error'),
      ),
    routerOptions: { ignoreTrailingSlash: true },
    ...(options.publicDoor && { rewriteUrl: options.publicDoor.rewriteUrl }),
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    // While the server closes, what still arrives on open connections is answered as ever; new ones are not taken.
    return503OnClosing: false,
    trustProxy: options.publicDoor ? believes(options.publicDoor.trustedProxies) : false,
    // The gateway made the id; one that came from elsewhere must at least be harmless in a log.
    genReqId: (request: IncomingMessage) => {
      if (options.publicDoor) return uuidv7();
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : uuidv7();
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(options.module, adapter, {
    logger,
    rawBody: true,
    abortOnError: false,
  });
  readNothingFromForms(app);
  traceRequests(adapter.getInstance(), options.publicDoor && (options.publicDoor.tracingProxies ?? []));
  adapter.getInstance().addHook('preValidation', (request, _reply, done) => {
    try {
      refuseUnstorableText(request.body, request.query, request.params);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  watchRequests(adapter.getInstance(), app.get(Metrics).registry);
  logRequests(adapter.getInstance(), logger, options.publicDoor === undefined ? 'debug' : 'log');
  endConnectionsAtClose(adapter.getInstance());
  prefixRoutes(app);
  await options.configure?.(app);
  const document = openApiDocument(app, options.name);
  adapter.getInstance().get('/openapi.json', (_request, reply) => reply.send(document));
  const server = app.getHttpServer() as Server;
  keepConnectionsLongerThanTheGateway(server);
  if (options.publicDoor) endSlowRequests(server);
  return app;
}

/**
 * Any web page may have its visitors send a form, cookies and address theirs: it must not register or sign anybody in.
 * Such a body is taken, since RFC 8058 has mail programs send one, and says nothing; JSON is what calls are made in.
 */
function readNothingFromForms(app: NestFastifyApplication): void {
  app.useBodyParser('application/x-www-form-urlencoded', { bodyLimit: 16 * 1024 }, (_request, _body, done) =>
    done(null, {}),
  );
}

/** A server that closes an idle connection just as the gateway reuses it makes a failed request out of nothing. */
function keepConnectionsLongerThanTheGateway(server: Server): void {
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 80_000;
}

/** Slow senders must not hold connections for ever. Milliseconds. */
function endSlowRequests(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
}
