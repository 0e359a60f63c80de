import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EdgeHarness, startEdge } from '../../../test-support/edge-harness.ts';
import { eventually, sendRaw } from '../../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../../test-support/recording-origin.ts';
import { beginTracing, type Tracing } from './tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

let collector: Server;
let received: { url: string; headers: IncomingHttpHeaders; body: Buffer }[];
let origin: RecordingOrigin;
let edge: EdgeHarness;
let tracing: Tracing;

beforeEach(async () => {
  received = [];
  collector = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  origin = await startRecordingOrigin();
});

afterEach(async () => {
  await edge.stop();
  await tracing.shutdown();
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  await origin.close();
  collector.closeAllConnections();
  collector.close();
});

async function serve(ratio: number, trustedProxies: string[] = []): Promise<void> {
  tracing = beginTracing({ ratio, nodeId: 'test-node' });
  edge = await startEdge(origin.port, { tracer: tracing.tracer, trustedProxies });
}

const get = (target: string, headers = '') =>
  sendRaw(
    edge.port,
    `GET ${target} HTTP/1.1\r\nHost: shop.example\r\n${headers}Connection: close\r\n\r\n`,
    2_000,
  );

/** Trace context received by the origin, as ids. */
function originTraceContext(): { traceId: string; spanId: string } {
  const lines = origin.requests.at(-1)!.head.match(/^traceparent: .*$/gim) ?? [];
  expect(lines).toHaveLength(1);
  const [, traceId = '', spanId = '', flags = ''] = lines[0]!.trim().split(': ')[1]!.split('-');
  expect(flags).toBe('01');
  return { traceId, spanId };
}

const spans = () => Buffer.concat(received.map(({ body }) => body));

describe('traces', () => {
  it('of a sampled request reach the collector with the exchange as a child, and the origin learns of it', async () => {
    await serve(1);
    expect((await get('/path?secret=1', `traceparent: 00-${TRACE}-${SPAN}-01\r\n`)).status).toBe(200);
    const originContext = originTraceContext();
    // A stranger's trace is not joined.
    expect(originContext.traceId).not.toBe(TRACE);
    await eventually(() => spans().includes(Buffer.from(originContext.traceId, 'hex')));
    const sent = spans();
    expect(received[0]).toMatchObject({
      url: '/v1/traces',
      headers: { 'content-type': 'application/x-protobuf' },
    });
    expect(sent.includes(Buffer.from(originContext.spanId, 'hex'))).toBe(true);
    for (const text of ['palisade-edge', 'url.path', '/path', 'site-1', 'http.response.status_code']) {
      expect(sent.includes(text)).toBe(true);
    }
    expect(sent.includes('secret')).toBe(false);
  });

  it('follow the decision of a trusted proxy', async () => {
    await serve(0, ['127.0.0.1']);
    await get('/', `traceparent: 00-${TRACE}-${SPAN}-01\r\n`);
    expect(originTraceContext().traceId).toBe(TRACE);
    await eventually(() => spans().includes(Buffer.from(SPAN, 'hex')));
    received.length = 0;
    await get('/', `traceparent: 00-${TRACE}-${SPAN}-00\r\n`);
    expect(origin.requests.at(-1)!.head).toContain(`traceparent: 00-${TRACE}-${SPAN}-00\r\n`);
  });

  it('leave what is not sampled as it came', async () => {
    await serve(0);
    await get('/', 'Traceparent: anything the visitor likes\r\n');
    expect(origin.requests.at(-1)!.head).toContain('Traceparent: anything the visitor likes\r\n');
    await tracing.shutdown();
    expect(received).toEqual([]);
  });

  it('say why a request failed', async () => {
    await serve(1);
    await origin.close();
    expect((await get('/')).status).toBe(502);
    await eventually(() => spans().includes('origin:connect_failed'));
  });
});
