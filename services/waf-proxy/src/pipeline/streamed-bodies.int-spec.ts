import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { startEdge } from '../test-support/edge-harness.ts';
import { HOST, stopAll, stopLater, withNodeOrigin } from '../test-support/forwarding-edge.ts';
import { eventually, rounds, sendRaw } from '../test-support/raw-client.ts';

afterEach(stopAll);

describe('large and interrupted bodies', () => {
  const MEGABYTE = Buffer.alloc(1_048_576, 'x');

  it('slows the origin to the pace of the client', async () => {
    let sent = 0;
    const { edge } = await withNodeOrigin((_request, response) => {
      const push = () => {
        while (sent < 64) {
          sent++;
          if (!response.write(MEGABYTE)) {
            response.once('drain', push);
            return;
          }
        }
        response.end();
      };
      push();
    });
    const socket = connect(edge.port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));
    await rounds(300);
    expect(sent).toBeLessThan(32);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    await new Promise((resolve) => socket.on('close', resolve));
    expect(received).toBeGreaterThan(64 * 1_048_576);
    expect(edge.records[0]!.responseBytes).toBe(64 * 1_048_576);
  });

  it('slows the client to the pace of the origin, and holds back no more than the rules look at', async () => {
    const { server, edge } = await withNodeOrigin((request, response) => {
      let received = 0;
      request.pause();
      setTimeout(() => request.resume(), 300);
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      request.on('end', () => response.end(String(received)));
    });
    server.requestTimeout = 0;
    const total = 48;
    const socket = connect(edge.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: ${total * MEGABYTE.length}\r\n\r\n`);
    for (let sent = 0; sent < total; sent++) {
      if (!socket.write(MEGABYTE)) await new Promise((resolve) => socket.once('drain', resolve));
    }
    await eventually(() => text.includes('200 OK') && text.endsWith(String(total * MEGABYTE.length)));
    expect(edge.records[0]!.requestBytes).toBe(total * MEGABYTE.length);
    socket.destroy();
  });

  it('passes an early response on and ends the connection whose body nobody wants', async () => {
    const origin = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n');
      });
      socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const edge = await startEdge((origin.address() as AddressInfo).port, {}, (config) => {
      config.policy!.managedRules = false;
    });
    stopLater(async () => void origin.close(), edge.stop);
    const answer = await sendRaw(
      edge.port,
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 100000\r\n\r\nbeginning`,
      300,
    );
    expect(answer.status).toBe(413);
    expect(answer.headers.connection).toBe('close');
    expect(answer.closed).toBe(true);
  });

  it('lets go of the origin when the client leaves, during its body and during the response', async () => {
    const closed: string[] = [];
    const { edge } = await withNodeOrigin((request, response) => {
      request.on('error', () => undefined);
      response.on('close', () => closed.push(request.url ?? ''));
      request.resume();
      if (request.url === '/down') response.write('begin');
    });
    edge.configure((config) => {
      config.policy!.managedRules = false;
    });
    const up = connect(edge.port, '127.0.0.1');
    up.write(`POST /up HTTP/1.1\r\n${HOST}Content-Length: 100000\r\n\r\npart`);
    const down = connect(edge.port, '127.0.0.1');
    down.write(`GET /down HTTP/1.1\r\n${HOST}\r\n`);
    await new Promise((resolve) => down.once('data', resolve));
    up.destroy();
    down.destroy();
    await eventually(() => closed.length === 2);
    await eventually(() => edge.records.length === 2);
    expect(edge.records.map((record) => record.clientLeft)).toEqual([true, true]);
  });
});
