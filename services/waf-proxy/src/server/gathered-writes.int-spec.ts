import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { AddressList } from '../io/addresses/address-list.ts';
import { WriteBatch } from '../io/write-batch.ts';
import type { RequestContext } from '../request/request-context.ts';
import { Flag, FrameType, frame, getRequest, headerBlock } from '../test-support/http2-frames.ts';
import { eventually } from '../test-support/raw-client.ts';
import { recordRequests } from '../test-support/server-ports.ts';
import type { ServerPorts } from './connections/server-ports.ts';
import { Http1Listener } from './http1/http1-listener.ts';
import { Http2Listener } from './http2/http2-listener.ts';

const HOST = 'shop.example';
const CONCURRENCY = 8;
/** Longer than a write may wait. */
const INSPECTION_MS = 1.1;
const GET = `GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
const POST = `POST / HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 1\r\n\r\n`;
const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(FrameType.Settings, 0, 0),
]);

const recorded = recordRequests();
const clients: Socket[] = [];
const servers: Server[] = [];
let pems: Awaited<ReturnType<typeof generate>>;
let faults: unknown[];
/** Handler of each request. */
let serve: (context: RequestContext) => void;
let onEnded: (context: RequestContext) => void;
let ports: ServerPorts;
let http1: Http1Listener;
let http2: Http2Listener;

beforeAll(async () => {
  pems = await generate([{ name: 'commonName', value: HOST }], { keyType: 'ec', curve: 'P-256' });
});

beforeEach(() => {
  faults = [];
  onEnded = () => undefined;
  ports = {
    ...recorded.ports,
    requests: {
      begin: (context) => serve(context),
      ended: (context, clientLeft) => {
        recorded.ports.requests.ended(context, clientLeft);
        onEnded(context);
      },
    },
    writes: new WriteBatch((error) => faults.push(error)),
  };
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  http1.destroyAll();
  http2.destroyAll();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

afterAll(() => recorded.stop());

/** @param isProxied clients are a balancer's */
async function listen(isSecure: boolean, isProxied = false): Promise<number> {
  const all = { ...ports, proxyProtocol: new AddressList(isProxied ? ['127.0.0.1'] : []) };
  http1 = new Http1Listener(all);
  http2 = new Http2Listener(all);
  const server = isSecure
    ? createTlsServer({ key: pems.private, cert: pems.cert, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) =>
        (socket.alpnProtocol === 'h2' ? http2 : http1).accept(socket),
      )
    : http1.server;
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function open(port: number, protocol: string | null = null): Promise<Client> {
  const socket =
    protocol === null
      ? connect(port, '127.0.0.1')
      : connectTls({ port, ALPNProtocols: [protocol], rejectUnauthorized: false });
  clients.push(socket);
  const client = { socket, text: '', isClosed: false };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    client.text += chunk.toString('latin1');
  });
  socket.on('close', () => {
    client.isClosed = true;
  });
  await once(socket, protocol === null ? 'connect' : 'secureConnect');
  socket.setNoDelay(true);
  return client;
}

interface Client {
  socket: Socket;
  text: string;
  isClosed: boolean;
}

const openAll = (port: number, protocol: string | null): Promise<Client[]> =>
  Promise.all(Array.from({ length: CONCURRENCY }, () => open(port, protocol)));

function answer({ reply }: RequestContext, body = 'ok'): void {
  reply.head(200, '', ['content-length', String(body.length)]);
  reply.end(Buffer.from(body), null);
}

/** Fills the batch, so that all of it is written now. */
function writeAllNow(): void {
  for (let n = 0; n < 32; n++) ports.writes.add({ writeNow: () => undefined, breakOff: () => undefined });
}

describe('a write that waits', () => {
  const http2Body = () =>
    Array.from({ length: CONCURRENCY }, (_, n) =>
      frame(FrameType.Data, Flag.EndStream, 2 * n + 1, Buffer.from('x')),
    );
  const http2Head = (flags: number) =>
    Array.from({ length: CONCURRENCY }, (_, n) => frame(FrameType.Headers, flags, 2 * n + 1, post));
  const post = headerBlock([
    [':method', 'POST'],
    [':scheme', 'https'],
    [':authority', HOST],
    [':path', '/'],
  ]);
  const http2Gets = Array.from({ length: CONCURRENCY }, (_, n) =>
    frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, 2 * n + 1, getRequest(HOST)),
  );

  it.each<[string, () => Promise<void>]>([
    ['plain connections', async () => sayOnEach(await openAll(await listen(false), null), GET)],
    ['a body in clear text', async () => sayInTwo(await openAll(await listen(false), null))],
    [
      'connections of a balancer',
      async () => {
        const all = await openAll(await listen(false, true), null);
        sayOnEach(all, 'PROXY TCP4 192.0.2.1 192.0.2.2 1234 80\r\n');
        await new Promise((resolve) => setTimeout(resolve, 50));
        sayOnEach(all, GET);
      },
    ],
    ['HTTP/1 over TLS', async () => sayOnEach(await openAll(await listen(true), 'http/1.1'), GET)],
    ['a body over TLS', async () => sayInTwo(await openAll(await listen(true), 'http/1.1'))],
    [
      'streams of one read of HTTP/2',
      async () => {
        const { socket } = await open(await listen(true), 'h2');
        socket.write(Buffer.concat([PREFACE, ...http2Gets]));
      },
    ],
    [
      'bodies that end in one read of HTTP/2',
      async () => {
        const { socket } = await open(await listen(true), 'h2');
        socket.write(Buffer.concat([PREFACE, ...http2Head(Flag.EndHeaders), ...http2Body()]));
      },
    ],
  ])('goes out before the next inspection, with %s', async (_name, say) => {
    let inspected = 0;
    let waiting = 0;
    const found: number[] = [];
    const inspect = () => {
      inspected++;
      found.push(waiting);
      waiting++;
      ports.writes.add({ writeNow: () => void waiting--, breakOff: () => undefined });
      const until = performance.now() + INSPECTION_MS;
      while (performance.now() < until);
    };
    serve = ({ body }) => {
      if (body === null) inspect();
      else body.start({ onChunk: () => undefined, onEnd: inspect });
    };
    await say();
    await eventually(() => inspected === CONCURRENCY);
    expect(found).toEqual(found.map(() => 0));
  });

  function sayOnEach(all: Client[], text: string): void {
    for (const { socket } of all) socket.write(text);
  }

  async function sayInTwo(all: Client[]): Promise<void> {
    for (const { socket } of all) socket.write(POST);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const { socket } of all) socket.write('x');
  }
});

describe('answers that are gathered', () => {
  it('are in order for a client that does not wait for them, and none is begun before the one before is written', async () => {
    let begun = 0;
    const over: boolean[] = [];
    const before: RequestContext[] = [];
    serve = (context) => {
      begun++;
      over.push(...before.map(({ finished }) => finished));
      before.push(context);
      answer(context, `answer ${begun};`);
    };
    const client = await open(await listen(false));
    client.socket.write(GET.repeat(20));
    await eventually(() => begun === 20 && client.text.includes('answer 20;'));
    expect(client.text.match(/answer \d+/g)).toEqual(Array.from({ length: 20 }, (_, n) => `answer ${n + 1}`));
    expect(over).not.toContain(false);
    expect(faults).toEqual([]);
  });

  it.each([
    ['at the end of the turn', () => undefined],
    ['at once', writeAllNow],
  ])('are told as left, once, where the client is gone before they are written %s', async (_when, then) => {
    const contexts: RequestContext[] = [];
    serve = (context) => {
      contexts.push(context);
      answer(context);
      http1.destroyAll();
      then();
    };
    const client = await open(await listen(false));
    client.socket.write(GET.repeat(2));
    await eventually(() => client.isClosed);
    expect(await recorded.ended(contexts[0]!)).toBe(true);
    expect([contexts.length, recorded.endings.get(contexts[0]!)]).toEqual([1, 1]);
    expect([client.text, faults]).toEqual(['', []]);
  });

  it('go nowhere where they are made after the connection was destroyed', async () => {
    const contexts: RequestContext[] = [];
    serve = (context) => {
      contexts.push(context);
      http1.destroyAll();
      context.reply.head(200, '', ['content-length', '2']);
      setImmediate(() => {
        context.reply.end(Buffer.from('ok'), null);
        writeAllNow();
        context.reply.end(Buffer.from('ok'), null);
      });
    };
    const client = await open(await listen(false));
    client.socket.write(GET);
    await eventually(() => client.isClosed);
    expect(await recorded.ended(contexts[0]!)).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(recorded.endings.get(contexts[0]!)).toBe(1);
    expect([client.text, faults]).toEqual(['', []]);
  });

  it('are cut off where they fail halfway, and what was written is not made whole', async () => {
    const contexts: RequestContext[] = [];
    serve = (context) => {
      contexts.push(context);
      context.reply.head(200, '', []);
      context.reply.write(Buffer.from('half'));
      setTimeout(() => {
        context.reply.abort();
        context.reply.end(Buffer.from('rest'), null);
        writeAllNow();
      }, 20);
    };
    const client = await open(await listen(false));
    client.socket.write(GET.repeat(2));
    await eventually(() => client.isClosed);
    expect(await recorded.ended(contexts[0]!)).toBe(true);
    expect(client.text).toContain('half');
    expect(client.text).not.toMatch(/rest|\r\n0\r\n/);
    expect([contexts.length, recorded.endings.get(contexts[0]!), faults]).toEqual([1, 1, []]);
  });

  it('cost only their own client where they cannot be written', async () => {
    const contexts: RequestContext[] = [];
    const broken = new Error('broken');
    onEnded = (context) => {
      if (context === contexts[0]) throw broken;
    };
    serve = (context) => {
      contexts.push(context);
      answer(context);
      const until = performance.now() + INSPECTION_MS;
      while (performance.now() < until);
    };
    const all = await openAll(await listen(false), null);
    // One of them writes the first one's answer, or the end of the turn does.
    for (const { socket } of all) socket.write(GET);
    await eventually(() => all.filter(({ isClosed }) => isClosed).length === 1);
    await eventually(() => all.filter(({ text }) => text.endsWith('ok')).length >= CONCURRENCY - 1);
    expect(contexts).toHaveLength(CONCURRENCY);
    expect(faults).toEqual([broken]);
    const others = all.filter(({ isClosed }) => !isClosed);
    for (const { socket } of others) socket.write(GET);
    await eventually(() => contexts.length === 2 * CONCURRENCY - 1);
  });
});
