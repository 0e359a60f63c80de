import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Controller, Module, UseFilters } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, type MicroserviceOptions } from '@nestjs/microservices';
import { authV1 } from '@palisade/contracts';
import {
  type Caller,
  DomainError,
  GrpcErrorFilter,
  grpcServer,
  IDENTITY_HEADER,
  InternalChannel,
  InternalTokenVerifier,
} from '@palisade/nest-kit';
import { freePort, newInternalKeys, startTestRedis } from '@palisade/testing';
import { readConfig } from '../config/config.ts';
import { start } from '../main.ts';
import { UPSTREAMS } from '../routes/route-table.ts';
import { writeStaticBuild } from './static-build.ts';

/** For how long the auth service's answers may be kept. */
export const KEPT_MS = 4_000;

export const USER_ID = '0190a3b4-0000-7000-8000-000000000001';
/** Whose dashboard an administrator sees. */
export const CUSTOMER_ID = '0190a3b4-0000-7000-8000-000000000002';

/** What the stand-in for the auth service knows. */
export const sessions = {
  asked: 0,
  ended: new Set<string>(),
  devices: new Set<string>(),
  /** Views that a customer allows, and what was noted of them. */
  views: new Set<string>(),
  looks: [] as authV1.LookAsSupportRequest[],
  /** Takes questions and answers none. */
  hanging: false,
};

/** What a service says of a call that it cannot answer just now. */
export const REFUSAL = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  detail: 'The records cannot be read.',
  code: 'records_away',
  request_id: 'its-own',
};
const REFUSED_PATH = '/api/admin/logs/backlog';

@Controller()
@UseFilters(GrpcErrorFilter)
class AuthStub {
  @GrpcMethod('AuthService', 'Authenticate')
  async authenticate({ token }: authV1.AuthenticateRequest) {
    sessions.asked++;
    if (sessions.hanging) await new Promise(() => undefined);
    if (token.startsWith('good') && !sessions.ended.has(token)) {
      return create(authV1.AuthenticateResponseSchema, {
        identity: {
          userId: USER_ID,
          sessionId: USER_ID,
          isAdmin: token.startsWith('good-admin'),
          scopes: token.endsWith('-key') ? ['domains:read'] : [],
        },
        cacheMs: KEPT_MS,
      });
    }
    const problem = sessions.ended.has(token)
      ? authV1.TokenProblem.SESSION_ENDED
      : authV1.TokenProblem.INVALID;
    return create(authV1.AuthenticateResponseSchema, { problem, cacheMs: KEPT_MS });
  }

  @GrpcMethod('AuthService', 'LookAsSupport')
  lookAsSupport(look: authV1.LookAsSupportRequest) {
    if (!sessions.views.has(look.viewId)) throw new DomainError('forbidden', 'support_view_over', 'Over.');
    sessions.looks.push(look);
    return create(authV1.LookAsSupportResponseSchema, { userId: CUSTOMER_ID });
  }

  @GrpcMethod('AuthService', 'KnowsDevice')
  knowsDevice({ tokenHash }: authV1.KnowsDeviceRequest) {
    return create(authV1.KnowsDeviceResponseSchema, { known: sessions.devices.has(tokenHash) });
  }
}
@Module({ controllers: [AuthStub] })
class AuthStubModule {}

export interface Seen {
  service: string;
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  caller: Caller;
}

/** A gateway in front of stand-ins that answer with what they were asked. */
export async function startHarness(changes: Record<string, string> = {}) {
  const keys = await newInternalKeys('gateway');
  const redis = await startTestRedis();
  const spa = mkdtempSync(path.join(tmpdir(), 'palisade-spa-'));
  mkdirSync(path.join(spa, 'assets'));
  writeFileSync(path.join(spa, 'index.html'), '<!doctype html><title>Palisade</title>');
  writeFileSync(
    path.join(spa, 'assets', 'index-a1b2c3.js'),
    `console.log(${JSON.stringify('x'.repeat(4_000))})`,
  );
  writeFileSync(path.join(spa, 'favicon.svg'), '<svg/>');
  writeStaticBuild(spa);

  const services = await Promise.all(
    UPSTREAMS.filter((name) => name !== 'mailer').map(async (name) => {
      const port = await freePort();
      const server = createServer((request, response) => void answer(name, request, response));
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      return { name, port, server };
    }),
  );

  /** Streams of events to which nothing has happened since their first. */
  const tails: ServerResponse[] = [];

  async function answer(service: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    if (url === '/openapi.json') {
      response.setHeader('content-type', 'application/json');
      const operation = { operationId: `${service}Things`, responses: {} };
      response.end(JSON.stringify({ paths: { [`/api/${service}`]: { get: operation } }, components: {} }));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (url.startsWith('/api/dashboard/tail') || url.startsWith('/api/dashboard/live')) {
      response.setHeader('content-type', 'text/event-stream');
      response.write('data: first\n\n');
      tails.push(response);
      return;
    }
    if (url.startsWith('/api/dashboard/happen')) {
      for (const tail of tails.splice(0)) tail.end('data: second\n\n');
      response.end();
      return;
    }
    if (url.startsWith('/api/domains/cut')) {
      request.socket.destroy();
      return;
    }
    if (url === REFUSED_PATH) {
      response.writeHead(503, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify(REFUSAL));
      return;
    }
    if (url.startsWith('/api/domains/refused')) {
      response.writeHead(409, {
        'content-type': 'application/problem+json',
        server: 'secret/1',
        'x-powered-by': 'x',
      });
      response.end('{"detail":"no"}');
      return;
    }
    const seen: Seen = {
      service,
      method: request.method ?? '',
      url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
      // As the service that it reached would: a token for another is none.
      caller: await new InternalTokenVerifier(keys.publicKeys, service).verify(
        String(request.headers[IDENTITY_HEADER]),
      ),
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...seen, padding: 'x'.repeat(2_000) }));
  }

  const grpcPort = await freePort();
  const auth = await NestFactory.createMicroservice<MicroserviceOptions>(AuthStubModule, {
    ...grpcServer(
      `127.0.0.1:${grpcPort}`,
      new InternalChannel('auth', keys.channelSettings('auth')),
      authV1.AuthService,
    ),
    logger: false,
  });
  await auth.listen();

  const port = await freePort();
  const upstreams = Object.fromEntries(
    services.map(({ name, port: at }) => [name, `http://127.0.0.1:${at}`]),
  );
  const app = await start(
    readConfig({
      PALISADE_PROFILE: 'test',
      PALISADE_LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      PALISADE_INTERNAL_PRIVATE_KEY: keys.privateKeys.gateway,
      PALISADE_INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
      PALISADE_INTERNAL_CERTIFICATES: JSON.stringify(
        keys.channelSettings('gateway').PALISADE_INTERNAL_CERTIFICATES,
      ),
      PALISADE_GATEWAY_PORT: String(port),
      // Nobody listens where the mailer should be.
      PALISADE_GATEWAY_UPSTREAMS: JSON.stringify({
        ...upstreams,
        mailer: `http://127.0.0.1:${await freePort()}`,
      }),
      PALISADE_AUTH_GRPC: `127.0.0.1:${grpcPort}`,
      PALISADE_SPA_DIR: spa,
      PALISADE_PUBLIC_URL: 'https://palisade.test',
      PALISADE_EDGE_REDIS_URL: redis.url,
      PALISADE_TRUSTED_PROXIES: '127.0.0.1',
      PALISADE_GATEWAY_DRAIN_MS: '0',
      ...changes,
    }),
  );

  return {
    redis,
    origin: `http://127.0.0.1:${port}`,
    get(path: string, headers: Record<string, string> = {}) {
      return fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' });
    },
    async seen(path: string, init: RequestInit = {}): Promise<Seen> {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Seen;
    },
    stopAuth: () => auth.close(),
    /** Ends streams that have no end of their own, which the gateway would wait for. */
    hangUp() {
      for (const { server } of services) server.closeAllConnections();
    },
    async stop() {
      await app.close();
      await auth.close();
      for (const { server } of services) {
        server.closeAllConnections();
        server.close();
      }
      await redis.dispose();
      rmSync(spa, { recursive: true });
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;
