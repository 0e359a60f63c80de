import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { eventually, readAnswer, sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const HOST = 'Host: shop.example\r\n';
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function withRecorder(
  answer?: Parameters<typeof startRecordingOrigin>[0],
): Promise<{ origin: RecordingOrigin; edge: EdgeHarness }> {
  const origin = await startRecordingOrigin(answer);
  const edge = await startEdge(origin.port);
  stops.push(origin.close, edge.stop);
  return { origin, edge };
}

async function withNodeOrigin(listener: RequestListener): Promise<{ server: Server; edge: EdgeHarness }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const edge = await startEdge((server.address() as AddressInfo).port);
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  }, edge.stop);
  return { server, edge };
}

describe('forwarding', () => {
  it('uses one origin connection for one request after another', async () => {
    const { origin, edge } = await withRecorder();
    for (let round = 0; round < 5; round += 1) {
      expect((await sendRaw(edge.port, `GET /${round} HTTP/1.1\r\n${HOST}\r\n`, 30)).status).toBe(200);
    }
    expect(origin.connections).toHaveLength(1);
    expect(origin.requests).toHaveLength(5);
  });

  it('answers pipelined requests in order', async () => {
    const { edge } = await withNodeOrigin((request, response) => {
      setTimeout(() => response.end(request.url), request.url === '/1' ? 80 : 5);
    });
    const three = [1, 2, 3].map((n) => `GET /${n} HTTP/1.1\r\n${HOST}\r\n`).join('');
    const { text } = await sendRaw(edge.port, three, 300);
    expect([...text.matchAll(/\r\n\r\n(\/\d)/g)].map((match) => match[1])).toEqual(['/1', '/2', '/3']);
  });

  it('gives every response a request id, and no hop-by-hop header of the origin', async () => {
    const { edge } = await withRecorder(
      () =>
        'HTTP/1.1 200 Fine\r\nContent-Length: 2\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\n' +
        'Upgrade: h2c\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Latin: \xe4\r\n\r\nok',
    );
    const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    expect(answer.text).toMatch(/^HTTP\/1\.1 200 Fine\r\n/);
    expect(answer.text).toContain('Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Latin: \xe4\r\n');
    expect(answer.text).not.toMatch(/X-Hop|timeout=9|h2c/);
    expect(answer.headers['x-request-id']).toBe(edge.records[0]!.requestId);
  });

  it('sends chunked bodies as what they are, both ways, with trailers', async () => {
    const { origin, edge } = await withRecorder(
      () =>
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3;ext=1\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n',
    );
    const answer = await sendRaw(
      edge.port,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n1\r\n!\r\n0\r\n\r\n`,
    );
    // The whole body was there before the verdict, so it goes on with a length.
    expect(origin.requests[0]!.head).toContain('Content-Length: 6\r\n');
    expect(origin.requests[0]!.body.toString()).toBe('hello!');
    expect(answer.headers['transfer-encoding']).toBe('chunked');
    expect(answer.body).toBe('3\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n');
    await sendRaw(
      edge.port,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-End: 1\r\nHost: evil\r\n\r\n`,
    );
    expect(origin.connections.join('')).toContain('1\r\na\r\n0\r\nX-End: 1\r\n\r\n');
    expect(origin.connections.join('')).not.toContain('evil');
  });

  it('keeps HEAD, 204 and 304 without body and the connection usable', async () => {
    const { origin, edge } = await withRecorder((request) => {
      if (request.head.startsWith('HEAD')) return 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n';
      if (request.head.includes('/204')) return 'HTTP/1.1 204 No Content\r\n\r\n';
      return 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\nContent-Length: 10\r\n\r\n';
    });
    const head = await sendRaw(edge.port, `HEAD / HTTP/1.1\r\n${HOST}\r\n`);
    expect(head.headers['content-length']).toBe('1000');
    expect(head.body).toBe('');
    const empty = await sendRaw(edge.port, `GET /204 HTTP/1.1\r\n${HOST}\r\n`);
    expect(empty.status).toBe(204);
    expect(empty.text).not.toMatch(/transfer-encoding|content-length/i);
    const unchanged = await sendRaw(edge.port, `GET /304 HTTP/1.1\r\n${HOST}\r\n`);
    expect([unchanged.status, unchanged.headers.etag, unchanged.body]).toEqual([304, '"x"', '']);
    expect(origin.connections).toHaveLength(1);
  });

  it('passes a body that ends with the connection, and does not reuse that connection', async () => {
    const { origin, edge } = await withRecorder((_request, socket) => {
      socket.end('HTTP/1.1 200 OK\r\n\r\nuntil close');
      return null;
    });
    const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    expect(answer.body).toBe('b\r\nuntil close\r\n0\r\n\r\n');
    await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    expect(origin.connections).toHaveLength(2);
  });

  it('answers Expect: 100-continue itself and does not pass it on', async () => {
    const { origin, edge } = await withRecorder();
    const socket = connect(edge.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(`POST / HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 4\r\n\r\n`);
    await eventually(() => text.includes('100 Continue'));
    expect(origin.requests).toHaveLength(0);
    socket.write('body');
    await eventually(() => text.includes('200 OK'));
    expect(origin.requests[0]!.head).not.toMatch(/expect/i);
    expect(origin.requests[0]!.body.toString()).toBe('body');
    socket.destroy();
  });

  it('does not ask for a body that it refuses', async () => {
    const { origin, edge } = await withRecorder();
    const answer = await sendRaw(
      edge.port,
      `POST /?q=attack HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 4\r\n\r\n`,
    );
    expect(answer.statuses).toEqual([403]);
    expect(origin.requests).toHaveLength(0);
  });

  it('passes on 103 Early Hints', async () => {
    const { edge } = await withRecorder(
      () =>
        'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload; as=style\r\nContent-Length: 9\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    );
    const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    expect(answer.statuses).toEqual([103, 200]);
    expect(answer.text).toMatch(
      /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a\.css>; rel=preload; as=style\r\n\r\nHTTP/,
    );
  });

  it('passes ranges through', async () => {
    const { origin, edge } = await withRecorder(
      () => 'HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-1/9\r\nContent-Length: 2\r\n\r\nab',
    );
    const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}Range: bytes=0-1\r\n\r\n`);
    expect(origin.requests[0]!.head).toContain('Range: bytes=0-1\r\n');
    expect([answer.status, answer.headers['content-range'], answer.body]).toEqual([206, 'bytes 0-1/9', 'ab']);
  });
});

describe('origins that fail', () => {
  it('repeats a GET once, on a fresh connection, when a used connection was dead', async () => {
    let answered = 0;
    const { origin, edge } = await withRecorder((request, socket) => {
      answered += 1;
      if (answered === 2) {
        socket.destroy();
        return null;
      }
      return `HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${request.connection}`;
    });
    await sendRaw(edge.port, `GET /1 HTTP/1.1\r\n${HOST}\r\n`);
    const second = await sendRaw(edge.port, `GET /2 HTTP/1.1\r\n${HOST}\r\n`);
    expect([second.status, second.body]).toEqual([200, '1']);
    expect(origin.connections).toHaveLength(2);
    expect(edge.worker.counters.originRetries).toBe(1);
  });

  it('never repeats a POST, nor a request on a fresh connection', async () => {
    let mute = false;
    const { origin, edge } = await withRecorder((_request, socket) => {
      if (!mute) return 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
      socket.destroy();
      return null;
    });
    await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    mute = true;
    const post = await sendRaw(edge.port, `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\n\r\nx`);
    expect(post.status).toBe(502);
    const fresh = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    expect(fresh.status).toBe(502);
    expect(origin.requests).toHaveLength(3);
    expect(edge.records.at(-1)!.reason).toBe('origin:reset');
  });

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH\r\n\r\n', 'malformed_response'],
    [
      'two different lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      'malformed_response',
    ],
    ['an unknown coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n', 'malformed_response'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', 'malformed_response'],
    ['a control character', 'HTTP/1.1 200 OK\r\nX: a\x01b\r\n\r\n', 'malformed_response'],
    ['a bare LF head', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n\r\n\r\n', 'malformed_response'],
    [
      'a switch of protocols unasked',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n',
      'malformed_response',
    ],
    ['an endless head', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(70_000)}`, 'head_too_large'],
  ])('answers 502 to %s', async (_what, bytes, code) => {
    const { edge } = await withRecorder(() => bytes);
    const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    expect(answer.status).toBe(502);
    expect(edge.records[0]!.reason).toBe(`origin:${code}`);
    expect(answer.body).toContain(edge.records[0]!.requestId);
  });

  it('does not let bytes beyond a response become the next one', async () => {
    const { origin, edge } = await withRecorder(
      () => 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
    );
    for (let round = 0; round < 3; round += 1) {
      const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`, 50);
      expect(answer.body).toBe('ok');
    }
    expect(origin.connections).toHaveLength(3);
  });

  it('breaks off visibly when the origin dies in the middle of its response', async () => {
    const { edge } = await withRecorder((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart');
      setTimeout(() => socket.destroy(), 50);
      return null;
    });
    const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`, 1_000);
    expect(answer.body).toBe('part');
    expect(answer.closed).toBe(true);
    await eventually(() => edge.records[0]?.reason === 'origin:truncated_response');
  });

  it('answers 504 when the origin takes too long, 502 when nobody is there', async () => {
    const { edge } = await withRecorder(() => null);
    edge.configure((config) => {
      config.origin!.timeoutMs = 1_000;
    });
    const slow = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`, 2_000);
    expect(slow.status).toBe(504);
    const unused = createTcpServer().listen(0);
    const { port } = unused.address() as AddressInfo;
    await new Promise((resolve) => unused.close(resolve));
    edge.configure((config) => {
      config.origin!.port = port;
    });
    expect((await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`)).status).toBe(502);
    expect(edge.records.map((record) => record.reason)).toEqual([
      'origin:response_timeout',
      'origin:connect_failed',
    ]);
  });

  it.each(['127.0.0.1', 'localhost', '169.254.169.254', '::1', '10.0.0.1'])(
    'refuses the internal origin %s',
    async (host) => {
      const origin = await startRecordingOrigin();
      const edge = await startEdge(origin.port, { originAllow: [] }, (config) => {
        config.origin!.host = host;
      });
      stops.push(origin.close, edge.stop);
      const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
      expect(answer.status).toBe(502);
      expect(edge.records[0]!.reason).toBe('origin:address_refused');
      expect(origin.connections).toHaveLength(0);
    },
  );
});

describe('large and interrupted bodies', () => {
  const MEGABYTE = Buffer.alloc(1_048_576, 'x');

  it('slows the origin to the pace of the client', async () => {
    let sent = 0;
    const { edge } = await withNodeOrigin((_request, response) => {
      const push = () => {
        while (sent < 64) {
          sent += 1;
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
    await new Promise((resolve) => setTimeout(resolve, 300));
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
    for (let sent = 0; sent < total; sent += 1) {
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
    stops.push(async () => void origin.close(), edge.stop);
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

describe('draining', () => {
  it('answers what is under way, closes each connection with it, and takes no new one', async () => {
    const { edge } = await withNodeOrigin((_request, response) => {
      setTimeout(() => response.end('slow'), 200);
    });
    const idle = connect(edge.port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const answer = sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`, 1_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const drained = edge.worker.drain(5_000);
    expect(await answer).toMatchObject({ status: 200, body: expect.stringContaining('slow'), closed: true });
    await drained;
    await expect(
      new Promise((resolve, reject) =>
        connect(edge.port, '127.0.0.1').once('connect', resolve).once('error', reject),
      ),
    ).rejects.toThrow('ECONNREFUSED');
    idle.destroy();
  });
});

describe('WebSocket', () => {
  const UPGRADE = `GET /chat HTTP/1.1\r\n${HOST}Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`;
  const ACCEPTED = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n';

  it('is refused where the site has not enabled it', async () => {
    const { origin, edge } = await withRecorder();
    const answer = await sendRaw(edge.port, UPGRADE);
    expect(answer.status).toBe(403);
    await eventually(() => edge.records[0]?.reason === 'websocket_not_enabled');
    expect(origin.requests).toHaveLength(0);
  });

  it('joins both sides after 101, and gives the origin nothing before', async () => {
    const server = createServer();
    let early = '';
    server.on('upgrade', (request, socket, head) => {
      early += head.toString();
      setTimeout(() => {
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${ACCEPTED}X-Path: ${request.url}\r\n\r\n\x82\x05hello`,
          'latin1',
        );
        // What comes is a frame of nine bytes under a mask of zeros; an answer has no mask.
        socket.on('data', (chunk: Buffer) => socket.write(`\x82\x0eecho ${chunk.subarray(6)}`, 'latin1'));
        socket.on('error', () => socket.destroy());
      }, 100);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const edge = await startEdge((server.address() as AddressInfo).port, {}, (config) => {
      config.delivery!.websocket = true;
    });
    stops.push(async () => {
      server.close();
      server.closeAllConnections();
    }, edge.stop);
    const socket = connect(edge.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.write(`${UPGRADE}\x82\x89\0\0\0\0too early`, 'latin1');
    await eventually(() => text.includes('echo too early'));
    expect(early).toBe('');
    expect(readAnswer(text, false).statuses).toEqual([101]);
    expect(text).toContain('X-Path: /chat\r\n');
    expect(text).toContain('\r\n\r\n\x82\x05hello\x82\x0eecho too early');
    socket.destroy();
    await eventually(() => edge.records.length === 1);
    expect([edge.records[0]!.status, edge.records[0]!.requestBytes]).toEqual([101, 15]);
  });

  it('passes a refusal of the origin on', async () => {
    const { edge } = await withRecorder(() => 'HTTP/1.1 401 No\r\nContent-Length: 4\r\n\r\nno!!');
    edge.configure((config) => {
      config.delivery!.websocket = true;
    });
    const answer = await sendRaw(edge.port, UPGRADE);
    expect([answer.status, answer.body, answer.closed]).toEqual([401, 'no!!', true]);
  });
});
