import { describeWithTestData, readTestLines } from '@palisade/testing';
import { type EdgeHarness, startEdge } from '../test-support/edge-harness.ts';
import { sendRaw } from '../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../test-support/recording-origin.ts';

interface LlhttpCase {
  id: string;
  kind: string;
  mode: string;
  raw_b64: string;
  expect_error: boolean;
}

interface TeMutation {
  id: string;
  raw_b64: string;
}

let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeAll(async () => {
  origin = await startRecordingOrigin();
  // The vectors name many hosts; every one of them is served here, so that nothing is refused for its name alone.
  edge = await startEdge(origin.port, {}, (config) => {
    config.hosts = [
      'shop.example',
      'localhost',
      'example.com',
      'host',
      'a',
      'b',
      'foo.com',
      'www.example.com',
    ];
  });
});

afterAll(async () => {
  await edge.stop();
  await origin.close();
});

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
    }),
  );
}

describeWithTestData('hostile framing vectors', () => {
  it('strict llhttp requests that must fail end in 400 or a closed connection', async () => {
    const cases = [...readTestLines<LlhttpCase>('protocol/llhttp.jsonl')].filter(
      (vector) => vector.kind === 'request' && vector.mode === 'request' && vector.expect_error,
    );
    expect(cases.length).toBeGreaterThan(50);
    const passed: string[] = [];
    await inParallel(cases, async (vector) => {
      const { statuses, closed } = await sendRaw(edge.port, Buffer.from(vector.raw_b64, 'base64'), 300, true);
      const last = statuses.at(-1) ?? 0;
      if (!closed && last < 400) passed.push(`${vector.id}: ${statuses}`);
    });
    expect(passed).toEqual([]);
  });

  it('Transfer-Encoding mutations never have two readings at the origin, nor become a second request', async () => {
    const mutations = [...readTestLines<TeMutation>('protocol/te-mutations.jsonl')];
    expect(mutations.length).toBe(741);
    const before = origin.requests.length;
    const firstConnection = origin.connections.length;
    let forwarded = 0;
    await inParallel(mutations, async (mutation) => {
      const { statuses } = await sendRaw(edge.port, Buffer.from(mutation.raw_b64, 'base64'), 100);
      forwarded += statuses.filter((status) => status === 200).length;
    });
    const arrived = origin.requests.slice(before);
    expect(arrived.length).toBeLessThanOrEqual(mutations.length);
    expect(arrived.length).toBe(forwarded);
    for (const { head } of arrived) {
      const lengths = head.match(/^content-length:/gim)?.length ?? 0;
      const encodings = head.match(/^[^\r\n:]*transfer[^\r\n:]*encoding[^\r\n:]*:.*$/gim) ?? [];
      expect(
        lengths + encodings.filter((line) => /^transfer-encoding:/i.test(line)).length,
      ).toBeLessThanOrEqual(1);
      for (const line of encodings) {
        // Whatever looks like Transfer-Encoding and is not ours must not name a coding that an origin could honour.
        if (/^transfer-encoding:/i.test(line)) expect(line).toBe('Transfer-Encoding: chunked');
      }
      expect(head).toMatch(/^POST \/te\?cb=1 HTTP\/1\.1\r\n/);
    }
    // Nothing but whole requests went over any connection.
    for (const bytes of origin.connections.slice(firstConnection)) {
      expect(bytes.split(/^POST \/te\?cb=1 HTTP\/1\.1\r$/m).length - 1).toBe(
        bytes.match(/HTTP\/1\.1\r$/gm)?.length ?? 0,
      );
    }
  });
});
