import { generateKeyPairSync } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { Server } from '@grpc/grpc-js';
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { authV1 } from '@palisade/contracts';
import { eventually, freePort, newInternalKeys } from '@palisade/testing';
import { z } from 'zod';
import { serviceDefinition } from './grpc/definitions.ts';
import { createApp } from './http/bootstrap.ts';
import {
  AdminOnly,
  Authenticated,
  bootstrap,
  CurrentUser,
  currentTraceparent,
  DomainError,
  type GrpcClient,
  grpcClient,
  grpcServer,
  IDENTITY_HEADER,
  InternalChannel,
  InternalTokenSigner,
  newId,
  Public,
  runInTrace,
  ServiceCalls,
  ServiceModule,
  type SessionId,
  type UserCaller,
  type UserId,
} from './index.ts';
import { JsonLogger } from './logging/json-logger.ts';
import { useSpanMaker } from './tracing/spans.ts';

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    private: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    public: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
};
const gatewayKeys = keyPair();
const billingKeys = keyPair();
const strangerKeys = keyPair();

let traceOfCount: string | undefined;
const greetingSchema = z.object({ name: z.string().min(2) }).meta({ id: 'Greeting' });

@Controller()
class GreetingController {
  @Get('open')
  @Public()
  open() {
    return { ok: true };
  }
  @Get('mine')
  @Authenticated('greetings:read')
  mine(@CurrentUser() user: UserCaller) {
    return { user_id: user.userId };
  }
  @Get('staff')
  @AdminOnly()
  staff() {
    return { ok: true };
  }
  @Post('greet')
  @Public()
  greet(@Body({ schema: greetingSchema }) body: z.infer<typeof greetingSchema>) {
    if (body.name === 'nobody') {
      throw new DomainError('not_found', 'nobody_here', 'Nobody of that name');
    }
    if (body.name === 'bug') {
      throw new Error('the password is hunter2');
    }
    return { hello: body.name };
  }
}

@Controller()
@ServiceCalls()
class UsersGrpcController {
  @GrpcMethod('AuthService', 'CountUsers')
  countUsers() {
    traceOfCount = currentTraceparent();
    return create(authV1.CountUsersResponseSchema, { total: 7n, active: 5n });
  }
  @GrpcMethod('AuthService', 'GetUsers')
  getUsers(request: authV1.GetUsersRequest) {
    throw new DomainError('not_found', 'user_not_found', `no user ${request.ids.join()}`);
  }
}

const keys = await newInternalKeys('auth');
const channelOf = (service: string) => new InternalChannel(service, keys.channelSettings(service));

const service = ServiceModule.forRoot({
  name: 'auth',
  privateKey: keys.privateKeys.auth!,
  certificates: keys.channelSettings('auth').PALISADE_INTERNAL_CERTIFICATES,
  publicKeys: { gateway: gatewayKeys.public, auth: keys.publicKeys.auth!, billing: billingKeys.public },
});

@Module({ imports: [service], controllers: [GreetingController, UsersGrpcController] })
class GreetingModule {}

@Controller()
class ForgetfulController {
  @Get('forgotten')
  forgotten() {
    return {};
  }
}
@Module({ imports: [service], controllers: [ForgetfulController] })
class ForgetfulModule {}

const HTTP_PORT = await freePort();
const GRPC = `127.0.0.1:${await freePort()}`;
const options = { name: 'auth', bind: '127.0.0.1', port: HTTP_PORT, logLevel: 'silent' };
const user = (overrides: Partial<UserCaller> = {}): UserCaller => ({
  kind: 'user',
  userId: newId<UserId>(),
  sessionId: newId<SessionId>(),
  isAdmin: false,
  scopes: [],
  clientAddress: '192.0.2.1',
  ...overrides,
});
const gateway = new InternalTokenSigner('gateway', gatewayKeys.private);

const answerSchema = z.looseObject({ detail: z.string().optional() });

async function call(path: string, token?: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${HTTP_PORT}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token !== undefined && { [IDENTITY_HEADER]: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: answerSchema.parse(await response.json()),
  };
}

describe('a service built with the kit', () => {
  let app: NestFastifyApplication;

  beforeAll(async () => {
    app = await bootstrap({
      ...options,
      module: GreetingModule,
      microservices: () => [grpcServer(GRPC, channelOf('auth'), authV1.AuthService)],
    });
  });
  afterAll(() => app.close());

  it('lets anyone in where a route is public, with or without a trailing slash', async () => {
    expect(await call('/api/open')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await call('/api/open/')).toMatchObject({ status: 200 });
  });

  it('tells a visitor without a session, as problem+json', async () => {
    const answer = await call('/api/mine');
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'not_authenticated', detail: 'Not authenticated' },
    });
    expect(answer.type).toContain('application/problem+json');
  });

  it.each([
    ['invalid', 'Invalid token'],
    ['expired', 'expired'],
    ['session_ended', 'login again'],
  ] as const)('says why a token was no good: %s', async (tokenProblem, text) => {
    const token = await gateway.sign({ kind: 'anonymous', tokenProblem, clientAddress: '192.0.2.1' }, 'auth');
    const answer = await call('/api/mine', token);
    expect(answer.status).toBe(401);
    expect(answer.body.detail).toContain(text);
    expect((await call('/api/open', token)).status).toBe(200);
  });

  it('knows a user by the gateway’s token, and by nobody else’s', async () => {
    const me = user();
    expect(await call('/api/mine', await gateway.sign(me, 'auth'))).toMatchObject({
      status: 200,
      body: { user_id: me.userId },
    });
    const forged = new InternalTokenSigner('gateway', strangerKeys.private);
    expect((await call('/api/mine', await forged.sign(me, 'auth'))).status).toBe(401);
    const otherService = new InternalTokenSigner('auth', keys.privateKeys.auth!);
    expect((await call('/api/mine', await otherService.sign(me, 'auth'))).status).toBe(401);
  });

  it('believes no token that was minted for another service', async () => {
    expect((await call('/api/mine', await gateway.sign(user(), 'billing'))).status).toBe(401);
    const several = new InternalTokenSigner('gateway', gatewayKeys.private);
    const token = await several.sign(user(), ['auth', 'billing'] as unknown as string);
    expect((await call('/api/mine', token)).status).toBe(401);
  });

  it('answers each service the questions that are its business, and no others', async () => {
    const ask = (service: string) =>
      grpcClient(authV1.AuthService, {
        address: GRPC,
        channel: channelOf(service),
        signer: new InternalTokenSigner(
          service,
          service === 'billing' ? billingKeys.private : keys.privateKeys.auth!,
        ),
      });
    const [billing, auth] = [ask('billing'), ask('auth')];
    await expect(billing.countUsers({})).resolves.toMatchObject({ total: 7n });
    await expect(auth.countUsers({})).rejects.toMatchObject({ code: 'method_not_for_caller' });
    billing.close();
    auth.close();
  });

  it('keeps users out of admin routes, and API keys within their scopes', async () => {
    expect(await call('/api/staff', await gateway.sign(user(), 'auth'))).toMatchObject({
      status: 403,
      body: { detail: 'Admin access required' },
    });
    expect((await call('/api/staff', await gateway.sign(user({ isAdmin: true }), 'auth'))).status).toBe(200);
    expect(
      (await call('/api/mine', await gateway.sign(user({ scopes: ['logs:read'] }), 'auth'))).status,
    ).toBe(403);
    expect(
      (await call('/api/mine', await gateway.sign(user({ scopes: ['greetings:read'] }), 'auth'))).status,
    ).toBe(200);
  });

  it('reads nothing from a form, which any web page may have its visitors send', async () => {
    const types = [
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/x-www-form-urlencoded;x=1',
    ];
    for (const type of types) {
      const response = await fetch(`http://127.0.0.1:${HTTP_PORT}/api/greet`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: type === 'text/plain' ? '{"name":"world"}' : 'name=world',
      });
      expect([type, response.status]).toEqual([type, 422]);
    }
  });

  it('answers 422 with one entry per bad field', async () => {
    const answer = await call('/api/greet', undefined, { name: 'x' });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'name' }] },
    });
  });

  it('keeps the code of an expected error and hides an unexpected one', async () => {
    expect(await call('/api/greet', undefined, { name: 'nobody' })).toMatchObject({
      status: 404,
      body: { code: 'nobody_here', detail: 'Nobody of that name' },
    });
    const bug = await call('/api/greet', undefined, { name: 'bug' });
    expect(bug).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(JSON.stringify(bug.body)).not.toContain('hunter2');
  });

  it('answers other services by gRPC, errors included', async () => {
    const client = grpcClient(authV1.AuthService, {
      address: GRPC,
      signer: new InternalTokenSigner('billing', billingKeys.private),
      channel: channelOf('billing'),
    });
    await expect(client.countUsers({})).resolves.toMatchObject({ total: 7n, active: 5n });
    await expect(client.getUsers({ ids: ['a', 'b'] })).rejects.toMatchObject({
      kind: 'not_found',
      code: 'user_not_found',
      detail: 'no user a,b',
    });
    client.close();
  });

  it('answers another service in the trace that it asks in', async () => {
    const client = grpcClient(authV1.AuthService, {
      address: GRPC,
      signer: new InternalTokenSigner('billing', billingKeys.private),
      channel: channelOf('billing'),
    });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await runInTrace(traceparent, () => client.countUsers({}));
    expect(traceOfCount).toBe(traceparent);
    await client.countUsers({});
    expect(traceOfCount).toBeUndefined();
    client.close();
  });

  it('gives up a service that does not answer, and does not count a pause of its own', async () => {
    const silent = new Server();
    silent.addService(serviceDefinition(authV1.AuthService) as never, { CountUsers: () => undefined });
    const port = await new Promise<number>((resolve, reject) =>
      silent.bindAsync('127.0.0.1:0', channelOf('auth').server(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const [toSilent, client] = [`127.0.0.1:${port}`, GRPC].map((address) =>
      grpcClient(authV1.AuthService, {
        address,
        signer: new InternalTokenSigner('billing', billingKeys.private),
        channel: channelOf('billing'),
        timeout: 500,
      }),
    ) as [GrpcClient<typeof authV1.AuthService>, GrpcClient<typeof authV1.AuthService>];
    await expect(toSilent.countUsers({})).rejects.toMatchObject({ kind: 'unavailable' });
    toSilent.close();
    silent.forceShutdown();
    await client.countUsers({});
    const answer = client.countUsers({});
    await new Promise<void>((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    await expect(answer).resolves.toMatchObject({ total: 7n });
    client.close();
  });

  it('refuses a token on another service’s connection, and whoever has no certificate of ours', async () => {
    const billing = new InternalTokenSigner('billing', billingKeys.private);
    const stolen = grpcClient(authV1.AuthService, {
      address: GRPC,
      signer: billing,
      channel: channelOf('gateway'),
    });
    await expect(stolen.countUsers({})).rejects.toMatchObject({ kind: 'unavailable' });
    stolen.close();
    const strangers = await newInternalKeys('auth');
    const certificates = {
      ...strangers.channelSettings('billing').PALISADE_INTERNAL_CERTIFICATES,
      auth: keys.channelSettings('auth').PALISADE_INTERNAL_CERTIFICATES.auth!,
    };
    const channel = new InternalChannel('billing', {
      ...strangers.channelSettings('billing'),
      PALISADE_INTERNAL_CERTIFICATES: certificates,
    });
    const stranger = grpcClient(authV1.AuthService, { address: GRPC, signer: billing, channel });
    await expect(stranger.countUsers({})).rejects.toMatchObject({ kind: 'unavailable' });
    stranger.close();
  });

  it('tells its secrets to nobody but the service that it means to call', async () => {
    const impostor = new Server();
    let heard = 0;
    impostor.addService(serviceDefinition(authV1.AuthService) as never, { CountUsers: () => void heard++ });
    const port = await new Promise<number>((resolve, reject) =>
      impostor.bindAsync('127.0.0.1:0', channelOf('billing').server(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const client = grpcClient(authV1.AuthService, {
      address: `127.0.0.1:${port}`,
      signer: new InternalTokenSigner('billing', billingKeys.private),
      channel: channelOf('billing'),
    });
    await expect(client.countUsers({})).rejects.toMatchObject({ kind: 'unavailable' });
    expect(heard).toBe(0);
    client.close();
    impostor.forceShutdown();
  });

  it('refuses gRPC calls of strangers', async () => {
    const client = grpcClient(authV1.AuthService, {
      address: GRPC,
      signer: new InternalTokenSigner('auth', strangerKeys.private),
      channel: channelOf('auth'),
    });
    await expect(client.countUsers({})).rejects.toMatchObject({ kind: 'unavailable' });
    client.close();
  });

  it('describes its routes and schemas', async () => {
    const { body } = await call('/openapi.json');
    expect(Object.keys(body.paths as object)).toEqual(['/api/open', '/api/mine', '/api/staff', '/api/greet']);
    expect(body).toHaveProperty('components.schemas.Greeting');
  });

  it('says whether it lives and is ready', async () => {
    expect((await call('/livez')).status).toBe(200);
    expect((await call('/readyz')).status).toBe(200);
  });
});

describe('the access log', () => {
  it('has the route, the status, the request and its trace, and nothing that callers write', async () => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const publicDoor = {
      trustedProxies: { places: [], hops: 0 },
      rewriteUrl: (request: { url?: string }) => request.url ?? '/',
    };
    const app = await createApp(
      { ...options, module: GreetingModule, publicDoor },
      new JsonLogger('auth', 'info', { write }),
    );
    await app.init();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const url of ['/api/open?secret=1', '/api/nowhere/secret', '/livez'])
      await app.inject({ url, headers: { traceparent } });
    await app.inject({ url: '/api/open', headers: { traceparent: 'secret' } });
    await app.close();
    const requestLines = lines.filter(({ msg }) => msg === 'request');
    const trace = { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', request_id: expect.any(String) };
    expect(requestLines).toMatchObject([
      { method: 'GET', route: '/api/open', status: 200, duration_ms: expect.any(Number), ...trace },
      { status: 404, ...trace },
      { status: 200, trace_id: expect.stringMatching(/^(?!4bf92f35)[0-9a-f]{32}$/) },
    ]);
    expect(JSON.stringify(requestLines)).not.toContain('secret');
  });
});

describe('whether a trace is sampled', () => {
  const sampled = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  afterEach(() => useSpanMaker(null));

  it.each([
    ['is not for a stranger to say', [], 0],
    ['is for a proxy that makes traces to say', ['127.0.0.1'], 1],
  ])('%s', async (_rule, tracingProxies, spans) => {
    const made: string[] = [];
    const open = { set: () => undefined, fail: () => undefined, end: () => undefined };
    useSpanMaker({
      ratio: 0,
      open: (parent, { name }) => {
        made.push(name);
        return { ...open, trace: parent! };
      },
    });
    const rewriteUrl = (request: { url?: string }) => request.url ?? '/';
    // All are believed about addresses: a proxy in front may pass on what strangers say of traces.
    const publicDoor = { trustedProxies: { places: ['127.0.0.1'], hops: 0 }, tracingProxies, rewriteUrl };
    const app = await createApp(
      { ...options, module: GreetingModule, publicDoor },
      new JsonLogger('auth', 'silent'),
    );
    await app.init();
    const headers = { traceparent: sampled, 'x-forwarded-for': '192.0.2.9' };
    for (const url of ['/api/open', '/livez']) await app.inject({ url, headers });
    await app.close();
    expect(made).toEqual(Array.from({ length: spans }, () => 'GET /api/open'));
  });
});

describe('a service that takes its time to start', () => {
  it('lives, is not ready, and turns requests away until it has started', async () => {
    const gate = Promise.withResolvers<void>();
    const starting = bootstrap({ ...options, module: GreetingModule, configure: () => gate.promise });
    try {
      await eventually('the port being answered', async () => {
        expect(await call('/livez')).toMatchObject({ status: 200, body: { status: 'starting' } });
      });
      expect(await call('/readyz')).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
      expect((await call('/api/open')).status).toBe(503);
    } finally {
      gate.resolve();
    }
    const app = await starting;
    expect(await call('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await call('/readyz')).status).toBe(200);
    await app.close();
  });

  it('leaves the port alone once its start has failed', async () => {
    const failing = bootstrap({
      ...options,
      module: GreetingModule,
      configure: () => Promise.reject(new Error('no')),
    });
    await expect(failing).rejects.toThrow('no');
    await expect(call('/livez')).rejects.toThrow('fetch failed');
  });
});

describe('a route that forgot to say who may come in', () => {
  it('stops the service from starting', async () => {
    await expect(bootstrap({ ...options, port: 0, module: ForgetfulModule })).rejects.toThrow(
      'ForgetfulController.forgotten',
    );
  });
});
