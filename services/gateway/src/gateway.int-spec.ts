import { Agent, request as rawRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@palisade/testing';
import {
  type Harness,
  KEPT_MS,
  REFUSAL,
  type Seen,
  sessions,
  startHarness,
  USER_ID,
} from './test/harness.ts';
import { spellingsOf } from './test/spellings.ts';

interface Problem {
  detail: string;
  code: string;
  status: number;
  request_id: string;
}
const problem = async (response: Response) => (await response.json()) as Problem;

describe('gateway', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => {
    harness.hangUp();
    await harness.stop();
  });

  describe('routing', () => {
    it.each([
      ['/api/auth/me', 'auth'],
      ['/api/admin/users?search=a%26b', 'auth'],
      ['/api/plans', 'billing'],
      ['/api/domains/1/waf-config', 'domains'],
      ['/api/dashboard/stats?domain=x', 'logs'],
    ])('%s goes to %s, as it came', async (path, service) => {
      expect(await harness.seen(path)).toMatchObject({ service, url: path });
    });

    it.each(['/api', '/api/nothing', '/api/openapi'])('%s is nobody’s', async (path) => {
      const response = await harness.get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(await problem(response)).toMatchObject({ status: 404, code: 'no_such_path' });
    });

    it('refuses addresses that do not decode', async () => {
      const response = await harness.get('/api/plans/%zz');
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(await problem(response)).toMatchObject({ code: 'ambiguous_path' });
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('gives services and limits one spelling of each address', async () => {
      for (const spelled of ['/api/plans/', '/api/pl%61ns', '/%61pi/%70%6Cans/']) {
        expect(await harness.seen(spelled)).toMatchObject({ service: 'billing', url: '/api/plans' });
      }
      expect(await harness.seen('/api/domains/a%7eb%c3%bc?q=%2f..')).toMatchObject({
        url: '/api/domains/a~b%C3%BC?q=%2f..',
      });
    });

    it('passes bodies byte for byte', async () => {
      const body = '{"a":  "\\u00e9", "a": 1}\n';
      const headers = { 'content-type': 'application/json' };
      const seen = await harness.seen('/api/paypal/webhook', { method: 'POST', body, headers });
      expect(seen).toMatchObject({ method: 'POST', body });
      expect(seen.headers['content-length']).toBe(String(body.length));
      const deleted = await harness.seen('/api/settings/mfa/configs/1', {
        method: 'DELETE',
        body: '{"password":"x"}',
        headers,
      });
      expect(deleted).toMatchObject({ method: 'DELETE', body: '{"password":"x"}' });
    });

    it('passes answers on as they are, but for what is between us and the service', async () => {
      const response = await harness.get('/api/domains/refused');
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({ detail: 'no' });
      expect(response.headers.get('server')).toBeNull();
      expect(response.headers.get('x-powered-by')).toBeNull();
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    it('lets events through as they happen', async () => {
      const response = await harness.get('/api/dashboard/tail', { 'accept-encoding': 'gzip' });
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      const first = await reader.read();
      expect(Buffer.from(first.value ?? []).toString()).toBe('data: first\n\n');
      // The second one is sent only now that the first is here.
      await harness.get('/api/dashboard/happen');
      const second = await reader.read();
      expect(Buffer.from(second.value ?? []).toString()).toBe('data: second\n\n');
      expect(response.headers.get('content-encoding')).toBeNull();
    });

    it('ends a stream of events with the session that asked for it', async () => {
      const response = await harness.get('/api/dashboard/live', { authorization: 'Bearer good-stream' });
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      sessions.ended.add('good-stream');
      expect(await reader.read()).toMatchObject({ done: true });
    });

    it('says so when a service is away or breaks off', async () => {
      const away = await harness.get('/api/contact');
      expect(away.status).toBe(503);
      expect(away.headers.get('retry-after')).toBe('5');
      const said = await problem(away);
      expect(said).toMatchObject({
        code: 'service_unavailable',
        request_id: away.headers.get('x-request-id'),
      });
      const cut = await harness.get('/api/domains/cut');
      expect(cut.status).toBe(502);
      expect(await problem(cut)).toMatchObject({ code: 'service_failed' });
    });

    it('refuses bodies that are too large, announced or not', async () => {
      const send = (body: string | ReadableStream) =>
        fetch(`${harness.origin}/api/auth/login`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.200' },
          duplex: 'half',
        } as RequestInit);
      expect((await send('x'.repeat(70_000))).status).toBe(413);
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(70_000));
          controller.close();
        },
      });
      const answer = await send(stream);
      expect(answer.status).toBe(413);
      expect(await problem(answer)).toMatchObject({ code: 'body_too_large' });
    });
  });

  describe('identity', () => {
    it('comes from the token, and from nothing else that a client sends', async () => {
      const seen = await harness.seen('/api/domains', {
        headers: {
          authorization: 'Bearer good-1',
          'x-palisade-identity': 'forged',
          'x-request-id': 'forged-request-id',
          'x-real-ip': '6.6.6.6',
          cookie: 'palisade_device=x',
        },
      });
      expect(seen.caller).toMatchObject({ kind: 'user', userId: USER_ID, isAdmin: false, scopes: [] });
      expect(seen.headers['x-request-id']).not.toBe('forged-request-id');
      for (const name of ['authorization', 'x-real-ip', 'cookie', 'x-forwarded-for']) {
        expect(seen.headers).not.toHaveProperty(name);
      }
    });

    it('says to the service why a token is no good, so that public routes still answer', async () => {
      const seen = await harness.seen('/api/orders', { headers: { authorization: 'Bearer bad' } });
      expect(seen.caller).toMatchObject({ kind: 'anonymous', tokenProblem: 'invalid' });
      expect((await harness.seen('/api/orders')).caller).toMatchObject({
        kind: 'anonymous',
        tokenProblem: null,
      });
    });

    it('carries the client’s address, believing proxies that we trust', async () => {
      const seen = await harness.seen('/api/plans', {
        headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.5' },
      });
      expect(seen.caller).toMatchObject({ clientAddress: '203.0.113.5' });
    });

    it('is asked for once in a while, and ends at once with logging out here', async () => {
      const headers = { authorization: 'Bearer good-2' };
      const begun = performance.now();
      await harness.seen('/api/domains', { headers });
      const asked = sessions.asked;
      await Promise.all(Array.from({ length: 20 }, () => harness.seen('/api/domains', { headers })));
      expect(sessions.asked - asked).toBeLessThanOrEqual(Math.floor((performance.now() - begun) / KEPT_MS));
      sessions.ended.add('good-2');
      await harness.seen('/api/auth/logout', { method: 'POST', headers });
      expect((await harness.seen('/api/domains', { headers })).caller).toMatchObject({
        tokenProblem: 'session_ended',
      });
    });

    it('ends within five seconds wherever the session was ended', async () => {
      const headers = { authorization: 'Bearer good-3' };
      await harness.seen('/api/domains', { headers });
      sessions.ended.add('good-3');
      await sleep(KEPT_MS + 200);
      expect((await harness.seen('/api/domains', { headers })).caller).toMatchObject({
        tokenProblem: 'session_ended',
      });
    });
  });

  describe('calls that are answered out of several', () => {
    const path = '/api/admin/attention';

    it('gives each part as its own call answers, in the name of who asks, or says why it cannot be had', async () => {
      const response = await harness.get(path, { authorization: 'Bearer good-admin' });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const parts = (await response.json()) as Record<string, { data?: Seen; problem?: Problem }>;
      const requestId = response.headers.get('x-request-id');
      expect(parts.edge?.data).toMatchObject({
        ...{ service: 'domains', method: 'GET', url: '/api/admin/edge/nodes' },
        caller: { kind: 'user', userId: USER_ID, isAdmin: true, scopes: [] },
        headers: { 'x-request-id': requestId },
      });
      expect(parts.orders?.data).toMatchObject({ service: 'billing', url: '/api/orders?limit=5' });
      expect(parts.logs_backlog).toEqual({ problem: REFUSAL });
      expect(parts.campaigns).toMatchObject({
        problem: { status: 503, code: 'service_unavailable', request_id: requestId },
      });
    });

    it.each([
      [{}, 401, 'not_authenticated'],
      [{ authorization: 'Bearer bad' }, 401, 'token_invalid'],
      [{ authorization: 'Bearer good-4' }, 403, 'admin_required'],
      [{ authorization: 'Bearer good-admin-key' }, 403, 'scope_missing'],
    ])('is refused as each of its parts would be: %j', async (headers, status, code) => {
      const response = await harness.get(path, headers as Record<string, string>);
      expect(response.status).toBe(status);
      expect(await problem(response)).toMatchObject({ status, code });
    });

    it('only reads', async () => {
      const response = await fetch(harness.origin + path, { method: 'POST' });
      expect(response.status).toBe(404);
    });
  });

  it('tells an API key whose it is, also of what is not there, and nobody else', async () => {
    const accountOf = async (
      headers: Record<string, string>,
      path = '/api/domains',
    ): Promise<string | null> => (await harness.get(path, headers)).headers.get('palisade-account');
    expect(await accountOf({ authorization: 'Bearer good-key' })).toBe(USER_ID);
    expect(await accountOf({ authorization: 'Bearer good-key' }, '/api/domains/missing')).toBe(USER_ID);
    expect(await accountOf({ authorization: 'Bearer good' })).toBeNull();
    expect(await accountOf({ authorization: 'Bearer bad-key' })).toBeNull();
    expect(await accountOf({})).toBeNull();
  });

  it('tells browsers what they may do, on every answer', async () => {
    for (const path of ['/', '/api/plans', '/api/nothing', '/assets/gone.js', '/livez']) {
      const { headers } = await harness.get(path);
      expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toContain('max-age=');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('describes the API of all services that answer', async () => {
    const response = await harness.get('/api/openapi.json');
    const document = (await response.json()) as { paths: object };
    expect(Object.keys(document.paths)).toEqual([
      '/api/admin/attention',
      '/api/admin/backlogs',
      '/api/admin/failed-work',
      '/api/auth',
      '/api/billing',
      '/api/domains',
      '/api/logs',
    ]);
    expect(document).toHaveProperty('x-missing', ['mailer']);
  });

  it('shows metrics to collectors, not through proxies', async () => {
    expect((await harness.get('/metrics')).status).toBe(200);
    for (const { spelling } of spellingsOf('/metrics')) {
      const status = await new Promise((resolve, reject) => {
        const headers = { 'x-forwarded-for': '10.0.0.1' };
        rawRequest(harness.origin, { path: spelling, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect([spelling, [400, 404].includes(Number(status))]).toEqual([spelling, true]);
    }
    expect((await harness.get('/metrics', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(404);
  });

  it('counts who says for whom it asks and is not believed, by its address', async () => {
    for (const localAddress of ['127.0.0.1', '127.0.0.2', '127.0.0.2']) {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      await new Promise<void>((resolve, reject) => {
        rawRequest(harness.origin, { path: '/readyz', headers, localAddress }, (response) => {
          response.resume().on('end', resolve);
        })
          .on('error', reject)
          .end();
      });
    }
    const text = await (await harness.get('/metrics')).text();
    expect(text.match(/^palisade_unbelieved_proxy_requests_total\{.*$/gm)).toEqual([
      'palisade_unbelieved_proxy_requests_total{address="127.0.0.2"} 2',
    ]);
  });

  it('shows prices to whoever is signed in while the auth service hangs', async () => {
    sessions.hanging = true;
    try {
      const headers = { authorization: 'Bearer good-5', cookie: 'palisade_device=x' };
      expect(await harness.seen('/api/plans', { headers })).toMatchObject({
        caller: { kind: 'anonymous', tokenProblem: null },
      });
      expect((await harness.get('/api/orders', headers)).status).toBe(503);
    } finally {
      sessions.hanging = false;
    }
  });

  it('answers 503 where it would have to know who asks while the auth service is away', async () => {
    await harness.stopAuth();
    const response = await harness.get('/api/domains', { authorization: 'Bearer good-4' });
    expect(response.status).toBe(503);
    expect((await harness.get('/api/plans')).status).toBe(200);
    expect((await harness.get('/')).status).toBe(200);
  });
});

describe('a gateway that is told to stop', () => {
  it('answers everything that it has taken', async () => {
    const harness = await startHarness({ PALISADE_GATEWAY_DRAIN_MS: '4000' });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const ask = () =>
      new Promise<number | string>((resolve) => {
        rawRequest(`${harness.origin}/api/plans`, { agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        })
          .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
          .end();
      });
    await Promise.all(Array.from({ length: 8 }, ask));
    expect((await harness.get('/readyz')).status).toBe(200);
    const underWay = Array.from({ length: 60 }, ask);
    const stopping = harness.stop();
    await eventually('it saying that it stops', async () => {
      expect((await harness.get('/readyz')).status).toBe(503);
    });
    const answers = await Promise.all(underWay);
    await stopping;
    agent.destroy();
    // Those that found no connection any more were never taken: a load balancer sends them elsewhere.
    expect(answers.filter((answer) => answer !== 200 && answer !== 'ECONNREFUSED')).toEqual([]);
    expect(answers.filter((answer) => answer === 200).length).toBeGreaterThanOrEqual(8);
  });
});
