import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { recordedRequestV1 } from '@palisade/contracts';
import { recordedRequest } from '../test-support/recorded-request.ts';
import { factsOf, readRecord } from './recorded-facts.ts';

const { RecordedMatchSchema, RecordedRequestSchema, RecordedRulesSchema } = recordedRequestV1;

/** By the general library. */
const expected = (bytes: Uint8Array) => factsOf(fromBinary(RecordedRequestSchema, bytes));

let seed = 1;
const random = (below: number): number => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed % below;
};
const randomBytes = (most: number): Buffer =>
  Buffer.from(Array.from({ length: random(most) }, () => random(256)));

const anyRecord = () =>
  create(RecordedRequestSchema, {
    requestId: `0198c0de-${random(9)}`,
    receivedAtMs: BigInt(random(2) * 1_767_225_600_123 + random(99)),
    protocol: ['HTTP/1.1', 'HTTP/2.0', ''][random(3)]!,
    secure: random(2) === 1,
    clientAddress: ['192.0.2.1', '2001:db8::1', ''][random(3)]!,
    clientPort: random(65_536),
    serverAddress: '192.0.2.100',
    serverPort: random(65_536),
    country: ['DE', ''][random(2)]!,
    method: randomBytes(6),
    target: randomBytes(300),
    fields: Array.from({ length: 2 * random(20) }, () => randomBytes(60)),
    head: [new Uint8Array(), Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n'), randomBytes(90)][random(3)]!,
    body: randomBytes(2_000),
    bodyState: random(5),
    cleared: random(2) === 1,
    weight: [0, 1, 97.25, 1e9][random(4)]!,
    masked: random(300),
    asn: [0, 64_500, 4_294_967_295][random(3)]!,
    ja4: ['', 't13d1516h2_8daaf6152771_e5627efa2ab1'][random(2)]!,
    tlsVersion: ['', '1.3'][random(2)]!,
    action: random(12),
    reason: ['', 'rule', 'blocked_list:Büro', 'bot:impostor:一'][random(4)]!,
    ruleId: random(1_000_000),
    inboundScore: random(100),
    configVersion: BigInt(random(5)),
    hidesCode: random(2) === 1,
    ...(random(2) === 1 && { rules: anyRules() }),
  });

const anyRules = () =>
  create(RecordedRulesSchema, {
    terms: randomBytes(17),
    matches: Array.from({ length: random(4) }, () =>
      create(RecordedMatchSchema, { ruleId: random(9_999), score: random(6), unlogged: random(2) === 1 }),
    ),
    decidedBy: random(9_999),
    status: [0, 403][random(2)]!,
    inboundScore: random(40),
  });

it('reads what the general library reads', () => {
  for (let count = 0; count < 500; count++) {
    const bytes = toBinary(RecordedRequestSchema, anyRecord());
    expect(readRecord(bytes)).toEqual(expected(bytes));
  }
});

it('reads records that stand within other bytes', () => {
  const bytes = toBinary(
    RecordedRequestSchema,
    recordedRequest(['GET /a?b=c HTTP/1.1', 'Host: shop.example'], 'x=1'),
  );
  const around = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('behind')]);
  expect(readRecord(around.subarray(6, 6 + bytes.length))).toEqual(expected(bytes));
});

it('passes over fields that it does not know, of every kind', () => {
  const bytes = toBinary(RecordedRequestSchema, anyRecord());
  const unknown = new BinaryWriter()
    .tag(90, WireType.Varint)
    .uint64(2n ** 60n)
    .tag(91, WireType.Bit64)
    .double(1.5)
    .tag(92, WireType.LengthDelimited)
    .string('later')
    .tag(93, WireType.Bit32)
    .float(2)
    .finish();
  expect(readRecord(Buffer.concat([unknown, bytes, unknown]))).toEqual(expected(bytes));
});

it('refuses bytes that are no record', () => {
  const bytes = toBinary(RecordedRequestSchema, recordedRequest(['GET / HTTP/1.1', 'Host: shop.example']));
  expect(() => readRecord(bytes.subarray(0, bytes.length - 12))).toThrow(RangeError);
  expect(() => readRecord(Buffer.from('ff'.repeat(12), 'hex'))).toThrow(RangeError);
  const brokenRules = new BinaryWriter()
    .tag(28, WireType.LengthDelimited)
    .bytes(Buffer.from([0x0a, 9]))
    .finish();
  expect(() => readRecord(brokenRules)).toThrow(RangeError);
});

it('has method and target of a head that was recorded as lines', () => {
  const head = Buffer.from('PUT /a?b=\xe9 HTTP/1.1\r\nHost: a\r\n', 'latin1');
  const bytes = toBinary(RecordedRequestSchema, create(RecordedRequestSchema, { head }));
  expect(readRecord(bytes)).toMatchObject({ method: 'PUT', target: '/a?b=\xe9', fields: [] });
});
