import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { openKafka } from './client.ts';
import { MAX_RESPONSE_BYTES, ResponseStream } from './response-stream.ts';

const servers: Server[] = [];

async function serve(onConnection: (socket: Socket, count: number) => void): Promise<number> {
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket, ++count);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

function response(...bytes: number[]): Buffer {
  const whole = Buffer.alloc(4 + bytes.length, Buffer.from([0, 0, 0, 0, ...bytes]));
  whole.writeInt32BE(bytes.length);
  return whole;
}

/** The output of a stream whose broker sends `pieces`, one at a time, and then ends. */
async function received(pieces: readonly Buffer[]): Promise<{ chunks: Buffer[]; error?: Error }> {
  const port = await serve(async (socket) => {
    socket.setNoDelay(true);
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    socket.end();
  });
  const stream = new ResponseStream(connect(port, '127.0.0.1'));
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return await new Promise((resolve) => {
    stream.once('end', () => resolve({ chunks }));
    stream.once('error', (error) => resolve({ chunks, error }));
  });
}

describe('responses of a Kafka broker', () => {
  it('come whole, whatever pieces they arrive in', async () => {
    const sent = Buffer.concat([response(1, 2, 3), response(), response(4)]);
    for (const size of [1, 2, 3, 5, 8, sent.length]) {
      const pieces = Array.from({ length: Math.ceil(sent.length / size) }, (_, i) =>
        sent.subarray(i * size, (i + 1) * size),
      );
      const { chunks } = await received(pieces);
      expect(Buffer.concat(chunks)).toEqual(sent);
      for (const chunk of chunks) expect(endsWithAResponse(chunk)).toBe(true);
    }
  });

  it('do not come at all if the connection breaks in their midst', async () => {
    const { chunks } = await received([response(1), response(2, 3, 4).subarray(0, 6)]);
    expect(Buffer.concat(chunks)).toEqual(response(1));
  });

  it('are refused beyond their bound, and where the size is none', async () => {
    const tooLarge = Buffer.alloc(4);
    tooLarge.writeInt32BE(MAX_RESPONSE_BYTES + 1);
    for (const size of [tooLarge, Buffer.from('HTTP/1.1 400 Bad Request'), Buffer.alloc(4, 0xff)])
      expect((await received([size])).error?.message).toBe('what answers is no Kafka broker');
  });

  it('are understood after a connection that broke in the midst of one', async () => {
    let connections = 0;
    const port = await serve((socket, count) => {
      connections = count;
      socket.on('data', (request: Buffer) => {
        const answer = apiVersions(request);
        if (count === 1) socket.end(answer.subarray(0, 10));
        else socket.write(answer);
      });
    });
    const { kafka, close } = openKafka({ brokers: [`127.0.0.1:${port}`], requestTimeoutMs: 500 }, 'test');
    const admin = kafka.admin();
    await admin.connect();
    await admin.disconnect();
    close();
    expect(connections).toBeGreaterThanOrEqual(2);
  });
});

function endsWithAResponse(chunk: Buffer): boolean {
  let at = 0;
  while (at + 4 <= chunk.length) at += 4 + chunk.readInt32BE(at);
  return at === chunk.length;
}

/** A broker that supports ApiVersions, version 0 to 2, and nothing else. */
function apiVersions(request: Buffer): Buffer {
  const correlationId = request.subarray(8, 12);
  return response(...correlationId, ...[0, 0], ...[0, 0, 0, 1], ...[0, 18, 0, 0, 0, 2], ...[0, 0, 0, 0]);
}
