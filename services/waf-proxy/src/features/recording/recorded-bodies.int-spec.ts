import { create, fromBinary } from '@bufbuild/protobuf';
import { edgeV1, recordedRequestV1 } from '@palisade/contracts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { writtenRecord } from '../../test-support/written-record.ts';

const { RecordingMode } = edgeV1;
const { RecordedBody } = recordedRequestV1;
const FORM = 'application/x-www-form-urlencoded';

describe('bodies of recorded requests', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;

  beforeAll(async () => {
    origin = await startRecordingOrigin();
    edge = await startEdge(origin.port);
  });
  afterAll(async () => {
    await edge?.stop();
    await origin?.close();
  });

  const recordAs = (
    mode: edgeV1.RecordingMode,
    change: (policy: edgeV1.Policy) => void = () => undefined,
  ): void =>
    edge.configure(({ policy }) => {
      policy!.recording = create(edgeV1.RecordingSettingsSchema, { mode, ratePercent: 1, maskedFields: [] });
      change(policy!);
    });

  async function post(body: string, ...fields: string[]): Promise<number> {
    const length = fields.some((field) => field.startsWith('Transfer-Encoding'))
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`];
    const lines = [
      'POST /contact HTTP/1.1',
      'Host: shop.example',
      `Content-Type: ${FORM}`,
      ...fields,
      ...length,
      'Connection: close',
    ];
    return (await sendRaw(edge.port, `${lines.join('\r\n')}\r\n\r\n${body}`, 2_000)).status;
  }

  /** State and text of the body; null: the request was not recorded. */
  function lastBody(): [recordedRequestV1.RecordedBody, string] | null {
    const { recorded } = writtenRecord(edge.records.at(-1)!);
    if (recorded.length === 0) return null;
    const { bodyState, body } = fromBinary(recordedRequestV1.RecordedRequestSchema, recorded);
    return [bodyState, Buffer.from(body).toString('latin1')];
  }

  it.each<[string, (policy: edgeV1.Policy) => void]>([
    ['with rules', () => undefined],
    ['without', (policy) => Object.assign(policy, { managedRules: false })],
  ])('are whole, of known and of unknown length, %s', async (_what, change) => {
    recordAs(RecordingMode.ALL, change);
    expect(await post('note=a+few+words&page=2')).toBe(200);
    expect(lastBody()).toEqual([RecordedBody.WHOLE, 'note=a+few+words&page=2']);
    expect(await post('8\r\nnote=tea\r\n0\r\n\r\n', 'Transfer-Encoding: chunked')).toBe(200);
    expect(lastBody()).toEqual([RecordedBody.WHOLE, 'note=tea']);
    expect(await post(`note=${'words+'.repeat(3_000)}`)).toBe(200);
    expect(lastBody()).toEqual([RecordedBody.CUT, '']);
  });

  it('are there where a rule has refused the request, and where it would have', async () => {
    recordAs(RecordingMode.BLOCKED);
    expect(await post('note=attack&password=hunter')).toBe(403);
    expect(lastBody()).toEqual([
      RecordedBody.WHOLE,
      expect.stringMatching(/^note=attack&password=[qvwyzk]{6}$/),
    ]);
    expect(await post('note=tea')).toBe(200);
    expect(lastBody()).toBeNull();
    recordAs(RecordingMode.BLOCKED, (policy) => {
      policy.mode = edgeV1.EngineMode.DETECTION_ONLY;
    });
    expect(await post('note=attack')).toBe(200);
    expect(lastBody()).toEqual([RecordedBody.WHOLE, 'note=attack']);
  });

  it('were not read where the head has decided', async () => {
    recordAs(RecordingMode.ALL, (policy) => {
      policy.blockedIps = ['127.0.0.1'];
    });
    expect(await post('note=tea')).toBe(403);
    expect(lastBody()).toEqual([RecordedBody.UNREAD, '']);
  });

  it('of a sample are whole, and of rare shapes there are more than its share', async () => {
    recordAs(RecordingMode.SAMPLED);
    const states = [];
    for (let count = 0; count < 4; count++) {
      expect(await post('note=tea')).toBe(200);
      states.push(lastBody());
    }
    expect(states).toEqual(Array(4).fill([RecordedBody.WHOLE, 'note=tea']));
  });
});
