import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AllowedAddresses, isNetwork } from './allowed-addresses.ts';
import {
  type GuardedFailure,
  GuardedRequestError,
  guardedRequest,
  guardedSocket,
} from './guarded-request.ts';

const LOOPBACK = new AllowedAddresses(['127.0.0.0/8']);
const PUBLIC_ONLY = new AllowedAddresses([]);

describe('a request to an address that a stranger chose', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  });

  async function listen(handler: RequestListener): Promise<number> {
    const server = createServer(handler);
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const post = (url: string, more: Partial<Parameters<typeof guardedRequest>[1]> = {}) =>
    guardedRequest(
      { method: 'POST', url: new URL(url), headers: { 'content-type': 'text/plain' }, body: 'hello' },
      { allowed: LOOPBACK, timeoutMs: 5_000, ...more },
    );
  const refusal = async (attempt: Promise<unknown>): Promise<GuardedFailure> => {
    const error = await attempt.then(
      () => null,
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(GuardedRequestError);
    return (error as GuardedRequestError).code;
  };

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
  ])('does not go to %s', async (url) => {
    expect(await refusal(post(url, { allowed: PUBLIC_ONLY }))).toBe('address_not_allowed');
  });

  it('does not go to a name of which one address is not public', async () => {
    const resolve = async () => ['93.184.215.14', '169.254.169.254'];
    expect(await refusal(post('https://hook.example/', { allowed: PUBLIC_ONLY, resolve }))).toBe(
      'address_not_allowed',
    );
  });

  it('looks a name up once, and goes where it looked: a second look-up that says otherwise is never made', async () => {
    let requests = 0;
    const port = await listen((_request, response) => {
      requests++;
      response.end();
    });
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    expect((await post(`http://rebinding.example:${port}/`, { resolve })).status).toBe(200);
    expect({ asked, requests }).toEqual({ asked: 1, requests: 1 });
    // The next attempt looks again, and is refused before anything is sent.
    expect(await refusal(post(`http://rebinding.example:${port}/`, { resolve }))).toBe('address_not_allowed');
    expect({ asked, requests }).toEqual({ asked: 2, requests: 1 });
  });

  it('does not follow a redirect', async () => {
    let reached = 0;
    const inner = await listen((_request, response) => {
      reached++;
      response.end();
    });
    const port = await listen((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/secret` }).end();
    });
    expect((await post(`http://127.0.0.1:${port}/`)).status).toBe(307);
    expect(reached).toBe(0);
  });

  it('gives a slow server up, whether it is silent or sends byte by byte', async () => {
    const silent = await listen(() => undefined);
    const trickling = await listen((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    for (const port of [silent, trickling])
      expect(await refusal(post(`http://127.0.0.1:${port}/`, { timeoutMs: 300 }))).toBe('timeout');
  });

  it('gives a look-up up that does not end', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    expect(await refusal(post('https://slow.example/', { resolve, timeoutMs: 100 }))).toBe('timeout');
  });

  it('reads the beginning of an answer that does not end', async () => {
    const port = await listen((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(16_384)));
        response.once('drain', more);
      };
      more();
    });
    const { text } = await post(`http://127.0.0.1:${port}/`);
    expect(text).toBe('x'.repeat(4096));
  });

  it('sends in plain text only to networks that the operator has named', async () => {
    const resolve = async () => ['93.184.215.14'];
    expect(await refusal(post('http://hook.example/', { resolve }))).toBe('plain_http_not_allowed');
  });

  it('says when nothing has the name, and when nobody listens', async () => {
    const resolve = async () => [];
    expect(await refusal(post('https://nobody.example/', { resolve }))).toBe('name_not_found');
    const port = await listen(() => undefined);
    servers.pop()?.close();
    expect(await refusal(post(`http://127.0.0.1:${port}/`))).toBe('connection_failed');
  });
});

it.each([
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['10.0.0.0', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['house/8', false],
])('%s is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected);
});

describe('a socket for a client that connects by itself', () => {
  const ask = (host: string, more: { isPlain?: boolean; names?: string[]; allowed?: AllowedAddresses }) => {
    const { isPlain = false, names = [], allowed = PUBLIC_ONLY } = more;
    const options = { allowed, timeoutMs: 5_000, resolve: async () => names };
    return new Promise<string>((resolve) => {
      const socket = guardedSocket({ host, port: 1025, isPlain }, options, () => resolve('connected'));
      socket.on('error', (error) => resolve(error instanceof GuardedRequestError ? error.code : 'tried'));
    });
  };

  it.each([
    ['an address that is not public', '127.0.0.1', {}, 'address_not_allowed'],
    [
      'a name that has one among others',
      'kafka.example',
      { names: ['192.88.1.1', '10.0.0.1'] },
      'address_not_allowed',
    ],
    ['a name that has none', 'kafka.example', {}, 'name_not_found'],
    ['a public address without TLS', '192.88.1.1', { isPlain: true }, 'plain_http_not_allowed'],
    [
      'a public name without TLS',
      'kafka.example',
      { isPlain: true, names: ['192.88.1.1'] },
      'plain_http_not_allowed',
    ],
    ['an address that the operator has named', '127.0.0.1', { isPlain: true, allowed: LOOPBACK }, 'tried'],
  ])('asked for %s (%s)', async (_what, host, more, outcome) => {
    expect(await ask(host, more)).toBe(outcome);
  });
});
