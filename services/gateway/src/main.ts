import compress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { bootstrap, companyOf, DomainError, Metrics, sendProblem } from '@palisade/nest-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.ts';
import { type GatewayConfig, readConfig } from './config/config.ts';
import { registerDocs } from './docs/docs-site.ts';
import { DrainService } from './modules/drain/drain.service.ts';
import { ApiProxyService } from './modules/proxy/api-proxy.service.ts';
import { CanonicalAddresses } from './paths/canonical-addresses.ts';
import { MAX_BODY } from './routes/route-table.ts';
import { mayReadMetrics } from './security/private-endpoints.ts';
import { securityHeaders } from './security/security-headers.ts';
import { UnbelievedProxies } from './security/unbelieved-proxies.ts';
import { registerSpa } from './spa/spa.ts';

/** Starts the control plane's public entrance. */
export function start(config: GatewayConfig): Promise<NestFastifyApplication> {
  const addresses = new CanonicalAddresses();
  return bootstrap({
    name: 'gateway',
    module: AppModule.forRoot(config),
    bind: config.PALISADE_BIND,
    port: config.PALISADE_GATEWAY_PORT,
    logLevel: config.PALISADE_LOG_LEVEL,
    bodyLimit: MAX_BODY,
    publicDoor: {
      trustedProxies: { places: config.PALISADE_TRUSTED_PROXIES, hops: config.PALISADE_TRUSTED_HOPS },
      tracingProxies: config.PALISADE_TRACING_PROXIES,
      rewriteUrl: (request) => addresses.rewrite(request),
    },
    configure: async (app) => {
      const server = app.getHttpAdapter().getInstance() as FastifyInstance;
      await guard(server, config, app, addresses);
      await server.register((scope) => app.get(ApiProxyService).register(scope));
      const { PALISADE_DOCS_DIR: docs, PALISADE_PUBLIC_URL: publicUrl } = config;
      if (docs !== undefined) await server.register((scope) => registerDocs(scope, docs, publicUrl));
      await server.register((scope) =>
        registerSpa(scope, {
          directory: config.PALISADE_SPA_DIR,
          publicUrl: config.PALISADE_PUBLIC_URL,
          company: companyOf(config),
        }),
      );
    },
  });
}

async function guard(
  server: FastifyInstance,
  config: GatewayConfig,
  app: NestFastifyApplication,
  addresses: CanonicalAddresses,
): Promise<void> {
  const headers = securityHeaders({
    publicUrl: config.PALISADE_PUBLIC_URL,
    paymentOrigins: config.PALISADE_PAYMENT_ORIGINS,
  });
  const drain = app.get(DrainService);
  const unbelieved = new UnbelievedProxies(app.get(Metrics));
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    unbelieved.note(request);
    if (drain.isStopping) void reply.header('connection', 'close');
    const refusal = addresses.refusalOf(request.raw) ?? refuseMetrics(request);
    if (refusal !== null) {
      sendProblem(refusal, request, reply, () => undefined);
      return;
    }
    done();
  });
  // Event streams are not compressed, as they would be delayed until a block is full.
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    brotliOptions: { params: { 1: 4 } },
  });
}

/** By route instead of by path, so that no spelling of the path gets around it. */
const refuseMetrics = (request: FastifyRequest): DomainError | null =>
  request.routeOptions.url === '/metrics' && !mayReadMetrics(request)
    ? new DomainError('not_found', 'no_such_path', 'Not found')
    : null;

if (import.meta.main) await start(readConfig());
