import { create, fromBinary } from '@bufbuild/protobuf';
import { edgeV1, recordedRequestV1 } from '@palisade/contracts';
import { EdgeAction } from '../../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../../test-support/edge-harness.ts';
import { sendRaw } from '../../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../../test-support/recording-origin.ts';
import { writtenRecord } from '../../../test-support/written-record.ts';

const { LogAddresses } = edgeV1;
const CLIENT = '203.0.113.77';
const AGENT = 'Visitor-Browser/4711';
const VALUE = 'erika.mustermann';
/** Whatever says who it was, in any part of a record. */
const TRACES = [CLIENT, '203.0.113.7', AGENT, '4711', VALUE, 'mustermann', 'K-9931'];

describe('a site that keeps little of its visitors', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;
  const banned: string[] = [];

  beforeAll(async () => {
    origin = await startRecordingOrigin();
    edge = await startEdge(origin.port, {
      trustedProxies: ['127.0.0.1'],
      sharedFrom: 1,
      onBan: (_siteId, address) => banned.push(address),
    });
  });
  afterAll(async () => {
    await edge?.stop();
    await origin?.close();
  });
  beforeEach(() => {
    banned.length = 0;
  });

  const keepLittle = (
    addresses: edgeV1.LogAddresses,
    change: (policy: edgeV1.Policy) => void = () => undefined,
  ) =>
    edge.configure(({ policy }) => {
      policy!.logPrivacy = create(edgeV1.LogPrivacySchema, {
        addresses,
        maskQueryValues: true,
        omitUserAgents: true,
      });
      policy!.recording = create(edgeV1.RecordingSettingsSchema, {
        mode: edgeV1.RecordingMode.ALL,
        ratePercent: 1,
        maskedFields: ['X-Customer'],
      });
      change(policy!);
    });

  async function visit(target: string, client = CLIENT): Promise<number> {
    const lines = [
      `GET ${target} HTTP/1.1`,
      'Host: shop.example',
      `X-Forwarded-For: ${client}`,
      `User-Agent: ${AGENT}`,
      'X-Customer: K-9931',
      `Referer: https://shop.example/search?q=${VALUE}`,
      'Connection: close',
    ];
    return (await sendRaw(edge.port, `${lines.join('\r\n')}\r\n\r\n`, 2_000)).status;
  }

  const lastRecord = () => writtenRecord(edge.records.at(-1)!);

  it.each([
    [LogAddresses.NETWORK, /^203\.0\.113\.0\/24$/, '203.0.113.0'],
    [LogAddresses.PSEUDONYM, /^anon-[0-9a-f]{16}$/, ''],
  ])('has nothing else of them in records and recordings: %s', async (addresses, address, judged) => {
    keepLittle(addresses);
    // A rule of the sample set matches it, so that the record holds evidence.
    expect(await visit(`/find?q=attack+${VALUE}&${VALUE}`)).toBe(403);
    const record = lastRecord();
    expect(record.clientAddress).toMatch(address);
    expect(record.matches.flatMap(({ targets }) => targets).map(({ masked }) => masked)).toContain(true);
    const recorded = fromBinary(recordedRequestV1.RecordedRequestSchema, record.recorded);
    expect(recorded.clientAddress).toBe(judged);
    const texts = textsIn([{ ...record, recorded: new Uint8Array() }, recorded]).join('\n');
    for (const trace of TRACES) expect(texts).not.toContain(trace);
    expect(texts).toContain('/find?q=*');
  });

  it('is protected from their addresses as they are', async () => {
    keepLittle(LogAddresses.PSEUDONYM, (policy) => {
      policy.blockedIps = ['198.51.100.9'];
      policy.rateLimiting = true;
      policy.rateLimitRequests = 2;
    });
    expect(await visit('/', '198.51.100.9')).toBe(403);
    expect(lastRecord().action).toBe(EdgeAction.IP_LIST);
    const statuses = [await visit('/'), await visit('/'), await visit('/')];
    expect(statuses).toEqual([200, 200, 429]);
    expect(banned).toEqual([CLIENT]);
    expect(await visit('/', '203.0.113.78')).toBe(200);
    const names = edge.records.slice(-4).map((context) => writtenRecord(context).clientAddress);
    // One for the client, whatever became of its requests, and another for its neighbour.
    expect(new Set(names.slice(0, 3)).size).toBe(1);
    expect(new Set(names).size).toBe(2);
  });
});

/** Every string and every run of bytes of a message. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('latin1')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
