import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { endConnectionsAtClose } from './connections-at-close.ts';

const KEEP_ALIVE_MS = 75_000;

async function start(timeoutMs: number) {
  const instance = fastify({ return503OnClosing: false });
  instance.server.keepAliveTimeout = KEEP_ALIVE_MS;
  endConnectionsAtClose(instance, timeoutMs);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    instance.get('/slow', (_request, reply) => {
      answer = () => void reply.send('done');
      resolve();
    });
  });
  instance.get('/endless', (_request, reply) =>
    reply.send(
      new Readable({
        read() {
          this.push(Buffer.alloc(64 * 1024));
        },
      }),
    ),
  );
  await instance.listen({ host: '127.0.0.1', port: 0 });
  const { port } = instance.server.address() as AddressInfo;
  const get = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return socket;
  };
  return { instance, get, asked, answer: () => answer() };
}

describe('a service that stops', () => {
  it('ends connections that fall idle after it began to, and still answers them', async () => {
    const { instance, get, asked, answer } = await start(KEEP_ALIVE_MS);
    const socket = get('/slow');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const ended = once(socket, 'close');
    await asked;
    const closed = instance.close();
    await new Promise<void>((resolve) => setImmediate(resolve));
    answer();
    await Promise.all([closed, ended]);
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
  });

  it('does not wait for somebody who holds a download open without reading it', async () => {
    const { instance, get } = await start(50);
    const socket = get('/endless');
    socket.on('error', () => undefined);
    await once(socket, 'readable');
    await instance.close();
    expect(instance.server.listening).toBe(false);
    socket.destroy();
  });
});
