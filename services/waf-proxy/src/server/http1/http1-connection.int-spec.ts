import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate } from 'selfsigned';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { ManualDeadlines } from '../../test-support/manual-deadlines.ts';
import { eventually, readAnswer, rounds, sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const HOST = 'Host: shop.example\r\n';
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const targetOf = (head: string) => head.split(' ')[1]!;
/** Answers each request with its target. */
const echo = (request: { head: string }) => {
  const target = targetOf(request.head);
  return `HTTP/1.1 200 OK\r\nContent-Length: ${target.length}\r\n\r\n${target}`;
};

let origin: RecordingOrigin;
let edge: EdgeHarness;
const clients: Socket[] = [];

async function start(answer: Parameters<typeof startRecordingOrigin>[0] = echo): Promise<void> {
  origin = await startRecordingOrigin(answer);
  edge = await startEdge(origin.port);
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await edge.stop();
  await origin.close();
});

interface Client {
  socket: Socket;
  text(): string;
  closed(): boolean;
}

function listen(socket: Socket): Client {
  let text = '';
  let closed = false;
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.on('end', () => {
    closed = true;
  });
  socket.on('close', () => {
    closed = true;
  });
  clients.push(socket);
  return { socket, text: () => text, closed: () => closed };
}

const open = () => listen(connect(edge.port, '127.0.0.1').setNoDelay(true));

/** Bodies of the answers, in order. */
const bodies = (text: string) =>
  [...text.matchAll(/\r\n\r\n(\/[^H]*)(?=HTTP\/1|$)/g)].map((match) => match[1]);

describe('requests on one connection', () => {
  it('are understood the same wherever the bytes are cut', async () => {
    await start();
    const text = `${get('/1')}POST /2 HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n${get('/3', 'Connection: close\r\n')}`;
    for (let cut = 1; cut < text.length; cut += 3) {
      const { socket, text: received, closed } = open();
      socket.write(text.slice(0, cut));
      await new Promise((resolve) => setTimeout(resolve, 2));
      socket.write(text.slice(cut));
      await eventually(closed);
      expect([cut, bodies(received())]).toEqual([cut, ['/1', '/2', '/3']]);
    }
    expect(origin.requests.filter((request) => request.body.toString() === 'abc')).toHaveLength(
      Math.ceil((text.length - 1) / 3),
    );
  });

  it('go to the origin one after another, each after the answer to the one before', async () => {
    const waiting: (() => void)[] = [];
    await start((request, socket) => {
      waiting.push(() => socket.write(echo(request)));
      return null;
    });
    const client = open();
    client.socket.write(get('/1') + get('/2') + get('/3'));
    for (let served = 0; served < 3; served++) {
      await eventually(() => waiting.length === served + 1);
      await rounds(30);
      expect(origin.requests).toHaveLength(served + 1);
      waiting[served]!();
    }
    await eventually(() => bodies(client.text()).length === 3);
    expect(bodies(client.text())).toEqual(['/1', '/2', '/3']);
  });

  it('are not read ahead without bound, and none is lost', async () => {
    let answers = false;
    const waiting: (() => void)[] = [];
    await start((request, socket) => {
      if (answers) return echo(request);
      waiting.push(() => socket.write(echo(request)));
      return null;
    });
    const client = open();
    const count = 4_000;
    const padding = `X-Padding: ${'x'.repeat(4_900)}\r\n`;
    client.socket.write(Array.from({ length: count }, (_, n) => get(`/${n}`, padding)).join(''));
    await eventually(() => waiting.length === 1);
    // Some megabytes fit into the kernel's buffers; the rest has to wait with the client.
    await rounds(300);
    expect(client.socket.writableLength).toBeGreaterThan(0);
    answers = true;
    waiting[0]!();
    await eventually(() => client.text().endsWith(`/${count - 1}`), 150_000);
    expect(origin.requests.map((request) => targetOf(request.head))).toEqual(
      Array.from({ length: count }, (_, n) => `/${n}`),
    );
  });

  it('end with the answer that says so, and what follows is nobody’s request', async () => {
    await start();
    const answer = await sendRaw(edge.port, get('/1', 'Connection: close\r\n') + get('/2'));
    expect([answer.statuses, answer.headers.connection, answer.closed]).toEqual([[200], 'close', true]);
    expect(origin.requests).toHaveLength(1);
  });

  it('of HTTP/1.0 get one answer, ended by the connection, unless they ask for more', async () => {
    await start((request) =>
      request.head.startsWith('GET /stream')
        ? 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'
        : echo(request),
    );
    const stream = await sendRaw(edge.port, `GET /stream HTTP/1.0\r\n${HOST}\r\n`);
    expect([stream.body, stream.headers.connection, stream.closed]).toEqual(['abcde', 'close', true]);
    expect(stream.headers['transfer-encoding']).toBeUndefined();
    const one = `GET /1 HTTP/1.0\r\n${HOST}Connection: Keep-Alive\r\n\r\n`;
    const two = await sendRaw(edge.port, one + one);
    expect([bodies(two.text), two.headers.connection, two.closed]).toEqual([
      ['/1', '/1'],
      'keep-alive',
      false,
    ]);
    const plain = await sendRaw(edge.port, `GET /1 HTTP/1.0\r\n${HOST}\r\n`);
    expect([plain.body, plain.closed]).toEqual(['/1', true]);
  });

  it('are served alike over TLS, which reads by another way', async () => {
    origin = await startRecordingOrigin(echo);
    const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
      keyType: 'ec',
      curve: 'P-256',
    });
    edge = await startEdge(origin.port, { selfSigned: { cert: pems.cert, key: pems.private } });
    const client = listen(
      connectTls({
        port: edge.httpsPort,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        servername: 'shop.example',
        ALPNProtocols: ['http/1.1'],
      }),
    );
    const body = 'x'.repeat(3_000_000);
    client.socket.write(
      `POST /1 HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}${get('/2')}${get('/3')}`,
    );
    await eventually(() => bodies(client.text()).length === 3);
    expect(bodies(client.text())).toEqual(['/1', '/2', '/3']);
    expect(origin.requests[0]!.body.length).toBe(body.length);
  });
});

describe('answers', () => {
  it('have a date and a framing of ours, and go out with their head while the body takes its time', async () => {
    await start((_request, socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      return null;
    });
    const client = open();
    client.socket.write(get('/events'));
    await eventually(() => client.text().endsWith('\r\n\r\n'));
    const { headers } = readAnswer(client.text(), false);
    expect(headers['content-type']).toBe('text/event-stream');
    expect(Date.parse(headers.date!)).not.toBeNaN();
    expect(edge.records).toHaveLength(0);
  });

  it('are given up when the client leaves before they are complete', async () => {
    await start(() => null);
    const client = open();
    client.socket.write(get('/'));
    await eventually(() => origin.requests.length === 1);
    client.socket.destroy();
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]).toMatchObject({ clientLeft: true, reason: 'client_left', status: 0 });
    await eventually(() => edge.worker.counters.openConnections === 0);
  });
});

describe('clients that do not say what they begin', () => {
  it('are answered 400 when they end inside a head, and not at all when they say nothing', async () => {
    await start();
    const half = await sendRaw(edge.port, 'GET / HTTP/1.1\r\nHost: sh', 200, true);
    expect([half.status, half.closed]).toEqual([400, true]);
    const nothing = await sendRaw(edge.port, '', 200, true);
    expect([nothing.text, nothing.closed]).toEqual(['', true]);
    expect(edge.records.map((record) => record.reason)).toEqual(['bad_framing:head_incomplete']);
  });

  it('are answered 400 when a chunk is malformed later on, and the origin is let go', async () => {
    await start();
    edge.configure((config) => {
      config.policy!.managedRules = false;
    });
    const client = open();
    client.socket.write(`POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`);
    await eventually(() => origin.connections.join('').includes('abc'));
    client.socket.write('nonsense\r\n');
    await eventually(client.closed);
    expect(readAnswer(client.text(), true).statuses).toEqual([400]);
    expect(edge.records.map((record) => record.reason)).toEqual(['bad_framing:chunk_malformed']);
    expect(origin.connections.join('')).not.toContain('nonsense');
  });

  it('lose their connection in time, whatever they are slow in', async () => {
    await start((request) =>
      request.head.startsWith('GET /large')
        ? `HTTP/1.1 200 OK\r\nContent-Length: 64000000\r\n\r\n${'x'.repeat(64_000_000)}`
        : echo(request),
    );
    const deadlines = new ManualDeadlines();
    edge.worker.servers.deadlines = deadlines;
    const reasons = () => edge.records.map((record) => record.reason);

    const silent = open();
    const slowHead = open();
    await eventually(() => deadlines.watched === 2);
    slowHead.socket.write('GET / HTTP/1.1\r\n');
    await eventually(() => edge.worker.counters.openConnections === 2);
    await rounds(50);
    deadlines.pass(10_000);
    await eventually(() => silent.closed() && slowHead.closed());
    expect(silent.text()).toBe('');
    expect(readAnswer(slowHead.text(), true).statuses).toEqual([408]);
    expect(reasons()).toEqual(['request_timeout']);

    const idle = open();
    idle.socket.write(get('/'));
    await eventually(() => idle.text().endsWith('/'));
    deadlines.pass(74_000);
    await rounds(50);
    expect(idle.closed()).toBe(false);
    deadlines.pass(1_000);
    await eventually(idle.closed);

    const dripping = open();
    dripping.socket.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: 1000\r\n\r\n`);
    // A byte every ten seconds is never idle for long, and far below the least rate.
    for (let second = 0; second < 40 && !dripping.closed(); second += 10) {
      dripping.socket.write('x');
      await rounds(50);
      deadlines.pass(10_000);
    }
    await eventually(dripping.closed);
    expect(readAnswer(dripping.text(), true).statuses).toEqual([408]);

    const deaf = open();
    deaf.socket.pause();
    deaf.socket.write(get('/large'));
    await eventually(() => edge.worker.edge.counters.requests >= 4);
    // The sockets on the way fill first, and each byte that they take gives a new minute.
    await eventually(() => {
      deadlines.pass(60_000);
      return edge.records.at(-1)?.reason === 'client_left';
    });
  });
});
