import { Readable } from 'node:stream';
import replyFrom, { type FastifyReplyFromOptions } from '@fastify/reply-from';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  DomainError,
  errorTypeOf,
  openSpan,
  outboundSpan,
  sendProblem,
  traceparentWithin,
} from '@palisade/nest-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config/config.ts';
import { clientKeys } from '../../http/client-keys.ts';
import { serviceFailure } from '../../http/service-failure.ts';
import { BODY_LIMITS, MAX_BODY, type Route, routeOf } from '../../routes/route-table.ts';
import { COOKIE_AUTHENTICATED_PATHS, refuseCrossSite } from '../../security/other-sites.ts';
import {
  AuthenticatorService,
  type RequestCredentials,
  type VisitingCaller,
} from '../authentication/authenticator.service.ts';
import { credentialsOf } from '../authentication/request-credentials.rules.ts';
import { GatheredCallsService } from '../gathered/gathered-calls.service.ts';
import { OpenApiDocumentService } from '../openapi/openapi-document.service.ts';
import { AdmissionService, type Allowance } from '../rate-limits/admission.service.ts';
import { SupportViewsService } from '../support-views/support-views.service.ts';
import { EventStreamsService, MAX_STREAMS } from './event-streams.service.ts';
import { headersForClient, headersForService } from './forwarded-headers.ts';

interface Visit {
  route: Route;
  identity: string;
  credentials: RequestCredentials;
  /** Whether the caller may still receive the answer, at any later time. */
  holds: () => Promise<boolean>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Maximum time until a service begins to answer, ms. */
const ANSWER_BEGINS_MS = 30_000;
/** Maximum pause within an answer, ms; event streams send heartbeats more often. */
const ANSWER_PAUSE_MS = 120_000;
/**
 * Response header with the account of the API key. Also sent with 404, so that a program can notice that it uses
 * another account's key.
 */
const ACCOUNT_HEADER = 'palisade-account';
/** Paths that answer with an event stream. */
const STREAM_PATHS = ['/api/dashboard/live', '/api/dashboard/logs/live'] as const;

/** @param connections maximum per service; further calls wait */
const connectionsToServices = (connections: number): FastifyReplyFromOptions => ({
  disableRequestLogging: true,
  undici: {
    connections,
    pipelining: 1,
    connectTimeout: 3_000,
    headersTimeout: ANSWER_BEGINS_MS,
    bodyTimeout: ANSWER_PAUSE_MS,
    keepAliveTimeout: 30_000,
  },
});

/**
 * Handles an API call: finds the service for its path, applies rate limits, identifies the caller, forwards the call
 * and streams the answer back.
 */
@Injectable()
export class ApiProxyService {
  private readonly logger = new Logger(ApiProxyService.name);
  private readonly visits = new WeakMap<FastifyRequest, Visit>();
  private readonly publicOrigin: string;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly authenticator: AuthenticatorService,
    private readonly admission: AdmissionService,
    private readonly streams: EventStreamsService,
    private readonly document: OpenApiDocumentService,
    private readonly gathered: GatheredCallsService,
    private readonly supportViews: SupportViewsService,
  ) {
    this.publicOrigin = new URL(config.PALISADE_PUBLIC_URL).origin;
  }

  async register(scope: FastifyInstance): Promise<void> {
    // Bodies pass unchanged: webhooks are signed over their bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => this.refuse(error, request, reply));
    scope.get('/api/openapi.json', async (_request, reply) => {
      void reply.header('cache-control', 'no-cache');
      return this.document.get();
    });
    this.gathered.register(scope);
    await scope.register(async (calls) => {
      await calls.register(replyFrom, connectionsToServices(128));
      calls.route({
        method: [...METHODS],
        url: '/api/*',
        onRequest: (request, reply) => this.admit(request, reply),
        handler: (request, reply) => this.forward(request, reply),
      });
    });
    await scope.register(async (streams) => {
      await streams.register(replyFrom, connectionsToServices(MAX_STREAMS));
      for (const path of STREAM_PATHS) {
        streams.get(path, {
          onRequest: async (request, reply) => {
            reply.raw.once('close', this.streams.admit(clientKeys(request)));
            await this.admit(request, reply);
          },
          handler: (request, reply) => this.forward(request, reply),
        });
      }
    });
  }

  /** Runs before the body is read. */
  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = pathOf(request);
    const route = routeOf(path);
    if (route === null) throw new DomainError('not_found', 'no_such_path', 'Not found');
    const keys = clientKeys(request);
    await this.admission.take(keys, allowanceOf(request, route));
    if (COOKIE_AUTHENTICATED_PATHS.has(path)) refuseCrossSite(request.headers, this.publicOrigin);
    if (Number(request.headers['content-length'] ?? 0) > BODY_LIMITS[route.upstream]) throw tooLarge();
    const credentials = {
      ...credentialsOf(request, keys.device),
      ...(readsAnonymously(request, route) && { authorization: undefined }),
    };
    const { caller, holds } = await this.callerOf(request, route, credentials);
    if (comesByKey(caller)) void reply.header(ACCOUNT_HEADER, caller.userId);
    const identity = await this.authenticator.tokenFor(route.upstream, caller);
    this.visits.set(request, { route, identity, credentials, holds });
  }

  /** Identifies the caller; an administrator who names a support view acts as the customer. */
  private async callerOf(
    request: FastifyRequest,
    route: Route,
    credentials: RequestCredentials,
  ): Promise<{ caller: VisitingCaller; holds: () => Promise<boolean> }> {
    const own = await this.authenticator.callerOf(credentials, asksAnew(request, route));
    const holds = () => this.authenticator.holds(credentials);
    const viewId = this.supportViews.viewOf(request);
    if (viewId === null || readsAnonymously(request, route)) return { caller: own, holds };
    const path = pathOf(request);
    return {
      caller: await this.supportViews.customerOf(own, viewId, { method: request.method, path }),
      holds: async () => (await holds()) && (await this.supportViews.holds(own, viewId, path)),
    };
  }

  private forward(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visit = this.visits.get(request);
    if (!visit) throw new Error('a request reached its handler without having been admitted');
    const { route, identity, credentials, holds } = visit;
    const body = request.body as Buffer | undefined;
    if (body !== undefined && body.length > BODY_LIMITS[route.upstream]) throw tooLarge();
    // Streams are forwarded unchanged; a buffer with a JSON content type would be encoded again.
    if (body !== undefined) request.body = Readable.from([body]);
    const base = this.config.PALISADE_GATEWAY_UPSTREAMS[route.upstream];
    const span = openSpan(outboundSpan(request.method, new URL(base)));
    const traceparent = traceparentWithin(span);
    return reply.from(base.replace(/\/$/, '') + pathOf(request), {
      retriesCount: 1,
      rewriteRequestHeaders: (_request, headers) =>
        headersForService(request.headers, {
          upstream: route.upstream,
          host: String(headers.host),
          identity,
          requestId: String(request.id),
          bodyLength: body?.length ?? null,
          traceparent,
        }),
      rewriteHeaders: (headers) => headersForClient(headers),
      onResponse: (_request, answered, response) => {
        span?.set({ 'http.response.status_code': answered.statusCode });
        if (answered.statusCode >= 400) span?.fail(String(answered.statusCode));
        span?.end();
        if (mayEndSession(request)) {
          this.authenticator.forget({
            authorization: request.headers.authorization,
            device: credentials.device,
          });
        }
        const { stream } = response as unknown as { stream: Readable };
        if (isEventStream(answered)) {
          // Ends the response properly, and with it the upstream request.
          const whole = { end: () => void answered.raw.end() };
          stream.once('close', this.streams.watch(whole, holds));
        }
        void answered.send(stream);
      },
      onError: (failed, { error }) => {
        span?.fail(errorTypeOf(error));
        span?.end();
        this.upstreamFailed(error, route, request, failed as FastifyReply);
      },
    });
  }

  private upstreamFailed(error: Error, route: Route, request: FastifyRequest, reply: FastifyReply): void {
    const { upstream } = route;
    this.logger.error({ err: error, upstream, request_id: request.id }, 'a service did not answer');
    this.refuse(serviceFailure(error), request, reply);
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    void reply.header('cache-control', 'no-store');
    sendProblem(error, request, reply, (unexpected) =>
      this.logger.error({ err: unexpected, request_id: request.id }, 'unexpected error'),
    );
  }
}

const comesByKey = (caller: VisitingCaller): caller is VisitingCaller & { kind: 'user' } =>
  caller.kind === 'user' && caller.scopes.length > 0;

const tooLarge = () => new DomainError('too_large', 'body_too_large', 'The request is too large');

function pathOf(request: FastifyRequest): string {
  const query = request.url.indexOf('?');
  return query === -1 ? request.url : request.url.slice(0, query);
}

/**
 * Calls that change something, or are about the account itself, must not use a cached identity, which may be four
 * seconds old.
 */
const asksAnew = (request: FastifyRequest, route: Route): boolean =>
  route.upstream === 'auth' || !['GET', 'HEAD'].includes(request.method);

function allowanceOf(request: FastifyRequest, route: Route): Allowance {
  if (route.demo && !['GET', 'HEAD'].includes(request.method)) return 'demo';
  return route.strict ? 'strict' : 'all';
}

function readsAnonymously(request: FastifyRequest, route: Route): boolean {
  return route.anonymousReads && (request.method === 'GET' || request.method === 'HEAD');
}

const isEventStream = (reply: Pick<FastifyReply, 'getHeader'>): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

/** Log-out, password change, closing an account. */
function mayEndSession(request: FastifyRequest): boolean {
  return request.method !== 'GET' && /^\/api\/(?:auth|settings)\//.test(request.url);
}
