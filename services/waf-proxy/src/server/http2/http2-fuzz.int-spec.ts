import fc from 'fast-check';
import { generate } from 'selfsigned';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import {
  connectRawHttp2,
  ended,
  frame,
  getRequest,
  headerBlock,
  type RawHttp2,
} from '../../test-support/http2-frames.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const HOST = 'shop.example';
const MEBIBYTE = 1024 * 1024;
const RUNS = 250;

let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeAll(async () => {
  origin = await startRecordingOrigin();
  const pems = await generate([{ name: 'commonName', value: HOST }], { keyType: 'ec', curve: 'P-256' });
  edge = await startEdge(origin.port, { selfSigned: { cert: pems.cert, key: pems.private } });
});

afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

const block = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('/', '/a', '/?q=attack').map((path) => getRequest(HOST, path)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('0', '3', '99').map((length) =>
      headerBlock([
        [':method', 'POST'],
        [':scheme', 'https'],
        [':authority', HOST],
        [':path', '/'],
        ['content-length', length],
      ]),
    ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
);
const stream = fc.oneof(fc.constantFrom(1, 3, 5, 7, 9), fc.constantFrom(0, 2, 11, 0x7fff_ffff));
const flags = fc.oneof(fc.constantFrom(0, 1, 4, 5), fc.integer({ min: 0, max: 255 }));
const bytes = fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some));
const number = fc.oneof(fc.constantFrom(0, 1, 65_535, 0x7fff_ffff, 0xffff_ffff), fc.nat()).map((value) => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(value);
  return four;
});
const settings = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 9 }), number), { maxLength: 4 })
  .map((entries) => Buffer.concat(entries.flatMap(([id, value]) => [Buffer.of(0, id), value])));
/** Right ones for the most part: what is refused at once tests little. */
const frames = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(flags, stream, block).map(([f, s, p]) => frame(1, f, s, p)) },
  { weight: 4, arbitrary: fc.tuple(flags, stream, bytes).map(([f, s, p]) => frame(0, f & 9, s, p)) },
  { weight: 3, arbitrary: fc.tuple(stream, number).map(([s, p]) => frame(8, 0, s, p)) },
  { weight: 2, arbitrary: fc.tuple(stream, number).map(([s, p]) => frame(3, 0, s, p)) },
  { weight: 2, arbitrary: settings.map((p) => frame(4, 0, 0, p)) },
  { weight: 1, arbitrary: fc.tuple(flags, stream, block).map(([f, s, p]) => frame(9, f, s, p)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(255), flags, stream, bytes).map(([t, f, s, p]) => frame(t, f, s, p)),
  },
  { weight: 1, arbitrary: bytes },
);

describe('Frames that nobody should send', () => {
  it('cost the connection, and nothing else', async () => {
    const before = process.memoryUsage().rss;
    let client: RawHttp2 | null = null;
    let begun = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(frames, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        async (list, cut) => {
          client = await connectRawHttp2(edge.httpsPort, HOST);
          begun++;
          const all = Buffer.concat(list);
          for (let at = 0; at < all.length && !client.socket.destroyed; at += cut) {
            client.socket.write(all.subarray(at, at + cut));
          }
          await new Promise((resolve) => setTimeout(resolve, 2));
          client.socket.destroy();
          expect(edge.faults).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
    expect(begun).toBeGreaterThanOrEqual(RUNS);
    const next = await connectRawHttp2(edge.httpsPort, HOST);
    next.socket.write(frame(1, 5, 1, getRequest(HOST)));
    await eventually(() => ended(next));
    next.socket.destroy();
    // Every request that was begun has ended, and left a record.
    await eventually(() => edge.worker.counters.openConnections === 0);
    await eventually(() => edge.records.length === edge.worker.counters.requests);
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * MEBIBYTE);
  }, 240_000);
});
