import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { freePort } from '@palisade/testing';
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

  it('no: nothing listens, or it hangs up, or speaks no HTTP', async () => {
    expect(await ask(await freePort())).toBe(false);
    expect(await ask(await on(createTcpServer((socket) => socket.destroy())))).toBe(false);
    const talker = await on(createTcpServer((socket) => socket.on('error', () => undefined).end('nonsense')));
    expect(await ask(talker)).toBe(false);
    expect(await ask(talker, true)).toBe(false);
  });
});
