import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { freePort } from '@palisade/testing';
import { TestAuthority } from '../../test/certificate-authority.ts';
import { answersStrangers } from './origin-probe.ts';

describe('whether a server answers somebody who comes past the edge', () => {
  const running: Server[] = [];
  afterAll(() => {
    for (const server of running) server.close();
  });

  async function on(server: Server): Promise<number> {
    running.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const ask = (port: number, useTls = false) =>
    answersStrangers({ address: '127.0.0.1', port, useTls, siteName: 'castle.example' });
  const answering = (status: number): RequestListener => {
    return (request, response) => {
      expect([request.method, request.url, request.headers.host]).toEqual(['HEAD', '/', 'castle.example']);
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    };
  };

  it.each([200, 302, 404, 500])('yes: it answers with %d', async (status) => {
    expect(await ask(await on(createServer(answering(status))))).toBe(true);
  });

  it.each([401, 403, 421])('no: it refuses with %d', async (status) => {
    expect(await ask(await on(createServer(answering(status))))).toBe(false);
  });

  describe('over TLS', () => {
    let tls: { key: string; cert: string };
    beforeAll(async () => {
      const authority = await TestAuthority.create();
      const { keyPem, certPem } = await authority.issue({ names: ['castle.example'] });
      tls = { key: keyPem, cert: certPem };
    });
    const pageOf = (words: string) =>
      `<html>\r\n<head><title>400 ${words}</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>`;
    const refusing = (page: string, status = 400) =>
      on(createHttpsServer(tls, (_request, response) => response.writeHead(status).end(page)));

    it.each(['No required SSL certificate was sent', 'The SSL certificate error'])(
      'no: it wants a certificate, as nginx says it: %s',
      async (words) => {
        expect(await ask(await refusing(pageOf(words)), true)).toBe(false);
      },
    );

    it('no: it ends the handshake without one', async () => {
      const locked = { ...tls, requestCert: true, rejectUnauthorized: true };
      const port = await on(createHttpsServer(locked, (_request, response) => response.end('secret')));
      expect(await ask(port, true)).toBe(false);
    });

    it('yes: it answers with 400 for another reason, or at any length', async () => {
      expect(await ask(await refusing('{"error":"id is missing"}'), true)).toBe(true);
      expect(await ask(await refusing('x'.repeat(5_000_000)), true)).toBe(true);
      expect(await ask(await refusing(`No such item: ${pageOf('The SSL certificate error')}`), true)).toBe(
        true,
      );
      expect(await ask(await refusing(pageOf('No required SSL certificate was sent'), 200), true)).toBe(true);
    });
  });

  it('no: nothing listens, or it hangs up, or speaks no HTTP', async () => {
    expect(await ask(await freePort())).toBe(false);
    expect(await ask(await on(createTcpServer((socket) => socket.destroy())))).toBe(false);
    const talker = await on(createTcpServer((socket) => socket.on('error', () => undefined).end('nonsense')));
    expect(await ask(talker)).toBe(false);
    expect(await ask(talker, true)).toBe(false);
  });
});
