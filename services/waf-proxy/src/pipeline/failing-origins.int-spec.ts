import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { startEdge } from '../test-support/edge-harness.ts';
import { HOST, stopAll, stopLater, withRecorder } from '../test-support/forwarding-edge.ts';
import { eventually, sendRaw } from '../test-support/raw-client.ts';
import { startRecordingOrigin } from '../test-support/recording-origin.ts';

afterEach(stopAll);

describe('origins that fail', () => {
  it('repeats a GET once, on a fresh connection, when a used connection was dead', async () => {
    let answered = 0;
    const { origin, edge } = await withRecorder((request, socket) => {
      answered++;
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
    for (let round = 0; round < 3; round++) {
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
      const edge = await startEdge(
        origin.port,
        { originAddresses: { allow: [], refusedPorts: '' } },
        (config) => {
          config.origin!.host = host;
        },
      );
      stopLater(origin.close, edge.stop);
      const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}\r\n`);
      expect(answer.status).toBe(502);
      expect(edge.records[0]!.reason).toBe('origin:address_refused');
      expect(origin.connections).toHaveLength(0);
    },
  );
});
