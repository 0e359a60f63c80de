import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as acme from 'acme-client';
import { faultOf } from './acme.errors.ts';
import { prepareTransport } from './acme-transport.ts';

/** How an authority answers what it is asked to do. */
type Refusal = (response: ServerResponse) => void;

describe('refusals by a certificate authority', () => {
  let server: Server;
  let url: string;
  let refusal: Refusal = () => undefined;
  let asked = 0;

  beforeAll(async () => {
    prepareTransport(undefined);
    server = createServer((request: IncomingMessage, response) => {
      response.setHeader('replay-nonce', 'nonce');
      if (request.url === '/dir') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ newNonce: `${url}/nonce`, newAccount: `${url}/account` }));
      } else if (request.url === '/nonce') {
        response.end();
      } else {
        asked++;
        refusal(response);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const problem =
    (status: number, type: string, detail: string, headers: Record<string, string> = {}): Refusal =>
    (response) => {
      response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
      response.end(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail }));
    };

  async function refusedWith(next: Refusal) {
    refusal = next;
    asked = 0;
    const accountKey = await acme.crypto.createPrivateEcdsaKey();
    const client = new acme.Client({ directoryUrl: `${url}/dir`, accountKey });
    const error: unknown = await client.createAccount({ termsOfServiceAgreed: true }).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).not.toBeNull();
    return faultOf(error);
  }

  it('come back at once with the time to wait, which may be hours', async () => {
    const fault = await refusedWith(problem(429, 'rateLimited', 'too many', { 'retry-after': '7200' }));
    expect(fault).toMatchObject({ code: 'rate_limited', retryAfter: 7_200, mendedBy: 'time' });
    expect(asked).toBe(1);
  });

  it('may name a date instead; nobody waits longer than a day for it', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const { retryAfter } = await refusedWith(problem(429, 'rateLimited', '', { 'retry-after': inAnHour }));
    expect(retryAfter).toBeGreaterThan(3_500);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    const far = await refusedWith(problem(429, 'rateLimited', '', { 'retry-after': '99999999' }));
    expect(far.retryAfter).toBe(86_400);
  });

  it('are told apart by what they are about', async () => {
    expect(await refusedWith(problem(403, 'caa', 'CAA says no'))).toMatchObject({
      code: 'caa',
      mendedBy: 'owner',
      message: expect.stringContaining('CAA says no'),
    });
    expect(await refusedWith(problem(500, 'serverInternal', 'oops'))).toMatchObject({
      code: 'authority_refused',
      mendedBy: 'time',
    });
  });

  it('keep what a stranger writes to one short line', async () => {
    const { message } = await refusedWith(problem(403, 'caa', `a\r\nb\u0000${'x'.repeat(5_000)}`));
    expect(message).toContain('It says: a b x');
    expect(message.length).toBeLessThan(400);
  });

  it('of no known form say nothing of internals', async () => {
    const fault = await refusedWith((response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<h1>nginx at 10.0.0.7</h1>');
    });
    expect(fault).toMatchObject({ code: 'authority_unavailable', mendedBy: 'time' });
    expect(fault.message).not.toContain('10.0.0.7');
  });
});
