import { generate } from 'selfsigned';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import {
  connectRawHttp2,
  Flag,
  FrameType,
  frame,
  getRequest,
  headerBlock,
  type RawHttp2,
} from '../../test-support/http2-frames.ts';
import { ManualDeadlines } from '../../test-support/manual-deadlines.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const HOST = 'shop.example';
const MEBIBYTE = 1024 * 1024;
/** Enough for a worker on a busy machine to notice; the attack itself is over in a moment. */
const TIMEOUT_MS = 20_000;

let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeAll(async () => {
  origin = await startRecordingOrigin();
  const pems = await generate([{ name: 'commonName', value: HOST }], { algorithm: 'sha256' });
  edge = await startEdge(origin.port, { selfSigned: { cert: pems.cert, key: pems.private } });
});

afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

async function open(): Promise<RawHttp2> {
  return connectRawHttp2(edge.httpsPort, HOST);
}

async function endsInTime(client: RawHttp2): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the connection is still open')), TIMEOUT_MS);
  });
  await Promise.race([client.closed, late]);
  clearTimeout(timer);
}

/** Another client is served while and after all that. */
async function isServed(): Promise<void> {
  const client = await open();
  client.socket.write(
    frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, 1, getRequest(HOST, '/well')),
  );
  const deadline = Date.now() + TIMEOUT_MS;
  while (!client.types.includes(FrameType.Data)) {
    if (Date.now() > deadline) throw new Error('no answer');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  client.socket.destroy();
}

const headers = (stream: number, block = getRequest(HOST)) =>
  frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, stream, block);
const reset = (stream: number) => frame(FrameType.RstStream, 0, stream, Buffer.from([0, 0, 0, 8]));
const stream = (index: number) => 2 * index + 1;

describe('HTTP/2 floods', () => {
  it('of streams that are opened and reset (rapid reset) end in GOAWAY, after few requests to the origin', async () => {
    const before = origin.requests.length;
    const client = await open();
    await client.flood(20_000, (index) => Buffer.concat([headers(stream(index)), reset(stream(index))]));
    await endsInTime(client);
    expect(client.goAways.length).toBeGreaterThan(0);
    expect(origin.requests.length - before).toBeLessThan(1_000);
    await isServed();
  });

  it('of CONTINUATION frames end before they weigh anything', async () => {
    const client = await open();
    client.socket.write(frame(FrameType.Headers, 0, 1, getRequest(HOST)));
    const piece = frame(FrameType.Continuation, 0, 1, headerBlock([['x-a', 'b'.repeat(120)]]));
    const written = await client.flood(1_000_000, () => piece);
    await endsInTime(client);
    expect(written * piece.length).toBeLessThan(16 * MEBIBYTE);
    // Bytes under way at the close make it a reset, which overtakes the GOAWAY; who stops in time can read it.
    const brief = await open();
    brief.socket.write(frame(FrameType.Headers, 0, 1, getRequest(HOST)));
    await brief.flood(12, () => piece);
    await endsInTime(brief);
    expect(brief.goAways.length).toBeGreaterThan(0);
    await isServed();
  });

  it.each([
    ['PING', () => frame(FrameType.Ping, 0, 0, Buffer.alloc(8))],
    ['SETTINGS', () => frame(FrameType.Settings, 0, 0)],
  ])('of %s frames whose answers are never read do not pile up', async (_name, piece) => {
    const client = await open();
    client.socket.pause();
    const memory = process.memoryUsage().rss;
    const batch = Buffer.concat(Array.from({ length: 1_000 }, piece));
    const written = await client.flood(5_000, () => batch);
    // Ended, or not read any further: either way nothing is kept for it.
    expect(process.memoryUsage().rss - memory).toBeLessThan(128 * MEBIBYTE);
    expect(written).toBeLessThan(5_000);
    client.socket.destroy();
    await isServed();
  });

  it('of requests whose answers the client lets nobody send do not pile up', async () => {
    const client = await open();
    // A window of nothing: no answer may carry a body.
    client.socket.write(frame(FrameType.Settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])));
    const before = origin.requests.length;
    await client.flood(5_000, (index) => headers(stream(index)));
    await isServed();
    expect(origin.requests.length - before).toBeLessThan(500);
    client.socket.destroy();
  });

  it('of bodies that never come, and answers that nobody takes, end by their deadlines; the connection goes on', async () => {
    const usual = edge.worker.servers.deadlines;
    const clock = new ManualDeadlines();
    edge.worker.servers.deadlines = clock;
    const before = origin.requests.length;
    edge.records.length = 0;
    const client = await open();
    const post = headerBlock([
      [':method', 'POST'],
      [':scheme', 'https'],
      [':authority', HOST],
      [':path', '/slow'],
      ['content-length', '100'],
    ]);
    client.socket.write(frame(FrameType.Headers, Flag.EndHeaders, 1, post));
    client.socket.write(frame(FrameType.Settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])));
    client.socket.write(headers(3));
    await eventually(() => origin.requests.length > before && clock.watched === 2);
    clock.pass(61_000);
    // Nor is the answer taken which says that the body has not come.
    clock.pass(61_000);
    await eventually(() => edge.records.some(({ reason }) => reason === 'request_timeout'));
    await eventually(() => edge.records.length === 2 && clock.watched === 0);
    expect(client.socket.destroyed).toBe(false);
    client.socket.destroy();
    edge.worker.servers.deadlines = usual;
    await isServed();
  });

  it('of bodies that say they are calls, to a site that takes none, end as all others do', async () => {
    const usual = edge.worker.servers.deadlines;
    const clock = new ManualDeadlines();
    edge.worker.servers.deadlines = clock;
    edge.records.length = 0;
    const client = await open();
    const call = headerBlock([
      [':method', 'POST'],
      [':scheme', 'https'],
      [':authority', HOST],
      [':path', '/demo.Echo/Talk'],
      ['content-type', 'application/grpc'],
      ['content-length', '100'],
    ]);
    client.socket.write(frame(FrameType.Headers, Flag.EndHeaders, 1, call));
    await eventually(() => clock.watched === 1);
    clock.pass(31_000);
    await eventually(() => edge.records.some(({ reason }) => reason === 'request_timeout'));
    client.socket.destroy();
    edge.worker.servers.deadlines = usual;
    await isServed();
  });

  it('of fields that unpack from nearly nothing are refused', async () => {
    const client = await open();
    // One long field into the dynamic table, then references to it, one byte each.
    const name = Buffer.from('x-long');
    const value = Buffer.alloc(120, 'v');
    const literal = Buffer.concat([Buffer.of(0x40, name.length), name, Buffer.of(value.length), value]);
    const block = Buffer.concat([getRequest(HOST), literal, Buffer.alloc(4_000, 0xbe)]);
    const before = origin.requests.length;
    client.socket.write(headers(1, block));
    const deadline = Date.now() + TIMEOUT_MS;
    while (
      !client.socket.destroyed &&
      !client.types.includes(FrameType.RstStream) &&
      !client.types.includes(FrameType.Headers)
    ) {
      if (Date.now() > deadline) throw new Error('neither answered nor ended');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(origin.requests.length).toBe(before);
    client.socket.destroy();
    await isServed();
  });
});
