import { connect } from 'node:net';
import { HOST, stopAll, withNodeOrigin, withRecorder } from '../test-support/forwarding-edge.ts';
import { eventually, sendRaw } from '../test-support/raw-client.ts';

afterEach(stopAll);

describe('forwarding', () => {
  it('uses one origin connection for one request after another', async () => {
    const { origin, edge } = await withRecorder();
    for (let round = 0; round < 5; round++) {
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

  it('sends chunked bodies as what they are, both ways, with trailers of responses only', async () => {
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
    // What comes in one read is one chunk.
    expect(answer.body).toBe('5\r\nabcde\r\n0\r\nX-Sum: 5\r\n\r\n');
    await sendRaw(
      edge.port,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-End: 1\r\nHost: evil\r\n\r\n`,
    );
    expect(origin.requests[1]!.body.toString()).toBe('a');
    expect(origin.connections.join('')).not.toMatch(/evil|X-End/);
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

  it('keeps visitors on the visited host where the origin redirects to its own name', async () => {
    const { edge, origin } = await withRecorder(
      () =>
        'HTTP/1.1 302 Found\r\nLocation: https://backend.example/sign-in?a=b\r\nContent-Length: 0\r\n\r\n',
    );
    edge.configure((config) => {
      config.origin!.hostHeader = 'backend.example';
    });
    const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    expect(origin.requests[0]!.head).toContain('Host: backend.example\r\n');
    expect(answer.headers.location).toBe('https://shop.example/sign-in?a=b');
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

describe('draining', () => {
  it('answers what is under way, closes each connection with it, and takes no new one', async () => {
    const { edge } = await withNodeOrigin((_request, response) => {
      setTimeout(() => response.end('slow'), 200);
    });
    const idle = connect(edge.port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const answer = sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`, 1_000);
    await eventually(() => edge.worker.edge.counters.requests === 1);
    const drained = edge.worker.drain(5_000, false);
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
