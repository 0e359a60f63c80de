import { generate } from 'selfsigned';
import { countedRules } from '../../test-support/counted-rules.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { fakeRuleSet } from '../../test-support/fake-rule-set.ts';
import {
  connectRawHttp2,
  ended,
  Flag,
  FrameType,
  frame,
  getRequest,
  headerBlock,
} from '../../test-support/http2-frames.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const HOST = 'shop.example';
const STREAMS = Array.from({ length: 60 }, (_, index) => 2 * index + 1);

let origin: RecordingOrigin;
let edge: EdgeHarness;
let rules: ReturnType<typeof countedRules>;

beforeAll(async () => {
  origin = await startRecordingOrigin();
  const pems = await generate([{ name: 'commonName', value: HOST }], { algorithm: 'sha256' });
  rules = countedRules(fakeRuleSet(), 60_000);
  edge = await startEdge(origin.port, {
    ruleSet: rules.ruleSet,
    selfSigned: { cert: pems.cert, key: pems.private },
  });
});

afterAll(async () => {
  await edge.stop();
  await origin.close();
});

describe('Many requests of one read', () => {
  it('are begun in several turns of the event loop, and all of them answered', async () => {
    const client = await connectRawHttp2(edge.httpsPort, HOST);
    const get = (id: number) =>
      frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, id, getRequest(HOST, `/${id}`));
    client.socket.write(Buffer.concat(STREAMS.map(get)));
    await eventually(() => STREAMS.every((id) => ended(client, id)));
    expect(rules.begun.all).toBe(STREAMS.length);
    expect(rules.begun.mostInOneTurn).toBeLessThanOrEqual(4);
    expect(origin.requests).toHaveLength(STREAMS.length);
    client.socket.destroy();
  });

  it('whose bodies end in one read are judged in several as well', async () => {
    const client = await connectRawHttp2(edge.httpsPort, HOST);
    const before = rules.bodies.all;
    const post = headerBlock([
      [':method', 'POST'],
      [':scheme', 'https'],
      [':authority', HOST],
      [':path', '/'],
      ['content-length', '3'],
    ]);
    client.socket.write(
      Buffer.concat(STREAMS.map((id) => frame(FrameType.Headers, Flag.EndHeaders, id, post))),
    );
    await eventually(() => rules.begun.all === 2 * STREAMS.length);
    expect(rules.bodies.all).toBe(before);
    const bodies = STREAMS.map((id) => frame(FrameType.Data, Flag.EndStream, id, Buffer.from('abc')));
    client.socket.write(Buffer.concat(bodies));
    await eventually(() => STREAMS.every((id) => ended(client, id)));
    expect(rules.bodies.all - before).toBe(STREAMS.length);
    expect(rules.bodies.mostInOneTurn).toBeLessThanOrEqual(4);
    client.socket.destroy();
  });

  it('are dropped when their connection ends meanwhile', async () => {
    const client = await connectRawHttp2(edge.httpsPort, HOST);
    const before = rules.begun.all;
    const get = (id: number) =>
      frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, id, getRequest(HOST, '/last'));
    // The first that is against the rules ends the connection; nothing behind it is begun.
    client.socket.write(
      Buffer.concat([...STREAMS.slice(0, 10).map(get), frame(FrameType.PushPromise, 0, 1), get(99)]),
    );
    await client.closed;
    expect(rules.begun.all - before).toBe(10);
  });
});
