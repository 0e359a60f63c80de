import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { EdgeAction } from '../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { fakeRuleSet } from '../../test-support/fake-rule-set.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

/** More than a request of these tests ever waits for. */
const FOR_EVER = 1_000_000_000;
const BIG = 'fine '.repeat(200_000);

let origin: RecordingOrigin;
let edge: EdgeHarness;

async function start(...slices: readonly [number, number, number, number]): Promise<void> {
  origin = await startRecordingOrigin((request) => {
    const body = request.head.includes('/leak')
      ? 'a leak of data'
      : request.head.includes('/big')
        ? BIG
        : 'fine';
    const type = 'Content-Type: text/html\r\n';
    return request.head.includes('/chunked')
      ? `HTTP/1.1 200 OK\r\n${type}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      : `HTTP/1.1 200 OK\r\n${type}Content-Length: ${body.length}\r\n\r\n${body}`;
  });
  edge = await startEdge(origin.port, { ruleSet: fakeRuleSet({ inspectResponses: true, slices }) });
}

afterEach(async () => {
  await edge.stop();
  await origin.close();
});

const send = (method: string, target: string, body: Buffer | string = '', headers = '') =>
  sendRaw(
    edge.port,
    Buffer.concat([
      Buffer.from(
        `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`,
      ),
      Buffer.from(body),
    ]),
    2_000,
  );

describe('rules whose phases take many slices', () => {
  it('let requests and responses pass whole', async () => {
    await start(4, 3, 5, 4);
    for (const target of ['/', '/chunked']) expect((await send('GET', target)).text).toContain('fine');
    expect((await send('POST', '/', 'a=1')).body).toBe('fine');
    expect(origin.requests.at(-1)!.body.toString()).toBe('a=1');
    expect((await send('GET', '/big')).body).toBe(BIG);
    expect((await send('GET', '/big/chunked')).text.replace(/\r\n[0-9a-f]+\r\n/g, '')).toContain('fine fine');
  });

  it('refuse in every phase', async () => {
    await start(4, 3, 5, 4);
    expect((await send('GET', '/?q=attack')).status).toBe(403);
    expect((await send('POST', '/', 'an attack')).status).toBe(403);
    const packed = gzipSync('an attack');
    expect((await send('POST', '/', packed, 'Content-Encoding: gzip\r\n')).status).toBe(403);
    expect(origin.requests).toHaveLength(0);
    for (const target of ['/leak', '/leak/chunked']) {
      const leak = await send('GET', target);
      expect(leak.status).toBe(403);
      expect(leak.text).not.toContain('a leak of data');
    }
    await eventually(() => edge.records.length === 5);
    for (const record of edge.records)
      expect([record.action, record.reason]).toEqual([EdgeAction.BLOCK, 'rule']);
  });

  it('are given up when the client leaves, with one record and nothing sent on', async () => {
    await start(1, FOR_EVER, 1, 1);
    for (const [index, body] of ['', 'a=1'].entries()) {
      const socket = connect(edge.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      await eventually(() => edge.worker.edge.counters.requests === index + 1);
      socket.destroy();
      await eventually(() => edge.records.length === index + 1);
      expect(edge.records[index]!.reason).toBe('client_left');
    }
    expect(origin.requests).toHaveLength(0);
    expect(edge.faults).toEqual([]);
  });

  it('do not keep others waiting, for whom the site may change meanwhile', async () => {
    await start(FOR_EVER, 1, 1, 1);
    const socket = connect(edge.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /slow HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    await eventually(() => edge.worker.edge.counters.requests === 1);
    edge.configure((config) => {
      config.policy!.allowedIps = ['127.0.0.1'];
      config.policy!.allowedIpsSkipRules = true;
    });
    expect((await send('GET', '/')).body).toBe('fine');
    expect(edge.records).toHaveLength(1);
    socket.destroy();
    await eventually(() => edge.records.length === 2);
  });
});
