import { AllowedAddresses } from '@palisade/nest-kit';
import { eventually, startTestKafka } from '@palisade/testing';
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { portionsOf } from './kafka.ts';
import { SENDERS } from './senders.ts';
import { type SendContext, type StreamRecord, StreamSendError } from './stream-target.types.ts';

const RECORDS = 3_000;
const TOPIC = 'requests';
const NOON = Date.UTC(2026, 10, 26, 12);
const streamRecord = (
  at: number,
  json = JSON.stringify({ request_id: `r${at}`, path: '/ä\n' }),
): StreamRecord => ({
  ...{
    requestId: `r${at}`,
    siteName: 'shop.example',
    receivedAtMs: NOON + at,
    severity: 'SAFE',
    action: 'allow',
  },
  json,
});
const records = Array.from({ length: RECORDS }, (_, at) => streamRecord(at));

describe('a Kafka topic', () => {
  let server: Awaited<ReturnType<typeof startTestKafka>>;
  let client: Kafka;
  let context: SendContext;
  beforeAll(async () => {
    server = await startTestKafka();
    client = new Kafka({ brokers: [server.brokers], logLevel: logLevel.NOTHING });
    const admin = client.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 3 }] });
    await admin.disconnect();
    context = {
      allowed: new AllowedAddresses(['127.0.0.0/8', '::1/128', '172.16.0.0/12']),
      ...{ timeoutMs: 15_000, secrets: [], nowMs: Date.now() },
    };
  });
  afterAll(() => server?.dispose());

  const targetOf = (topic = TOPIC) => ({ brokers: server.brokers, topic, security: 'plain' }) as const;
  const failure = (sending: Promise<unknown>): Promise<string> =>
    sending.then(
      () => 'sent',
      (error: unknown) => (error instanceof StreamSendError ? error.code : String(error)),
    );

  async function everyMessage(count: number): Promise<KafkaMessage[]> {
    const consumer = client.consumer({ groupId: `count-${count}` });
    await consumer.connect();
    await consumer.subscribe({ topics: [TOPIC], fromBeginning: true });
    const messages: KafkaMessage[] = [];
    await consumer.run({ eachMessage: async ({ message }) => void messages.push(message) });
    await eventually(`${count} messages`, async () => {
      if (messages.length < count) throw new Error(`only ${messages.length}`);
    });
    await consumer.disconnect();
    return messages;
  }

  it('has each record once, and under the same keys again after a repeat', async () => {
    const { bytes } = await SENDERS.kafka(targetOf(), { name: 'stream-1', records }, context);
    expect(bytes).toBe(records.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0));
    const once = await everyMessage(RECORDS);
    expect(once.map(({ value }) => String(value)).sort()).toEqual(records.map(({ json }) => json).sort());
    const one = once.find(({ key }) => String(key) === 'r7')!;
    expect({ time: one.timestamp, batch: String(one.headers?.['palisade-batch']) }).toEqual({
      time: String(NOON + 7),
      batch: 'stream-1',
    });
    await SENDERS.kafka(targetOf(), { name: 'stream-1', records }, context);
    const twice = await everyMessage(RECORDS * 2);
    expect(new Set(twice.map(({ key }) => String(key))).size).toBe(RECORDS);
  });

  it('says why a batch was not taken: no such topic, no such address, nobody there', async () => {
    const one = { name: 'stream-2', records: records.slice(0, 1) };
    expect(await failure(SENDERS.kafka(targetOf('missing'), one, context))).toBe('topic_not_found');
    const strict = { ...context, allowed: new AllowedAddresses([]) };
    expect(await failure(SENDERS.kafka(targetOf(), one, strict))).toBe('address_not_allowed');
    const nobody = { ...targetOf(), brokers: '127.0.0.1:1025' };
    expect(await failure(SENDERS.kafka(nobody, one, context))).toBe('connection_failed');
    const encrypted = { ...targetOf(), security: 'tls' } as const;
    expect(await failure(SENDERS.kafka(encrypted, one, { ...context, timeoutMs: 5_000 }))).toBe(
      'connection_failed',
    );
  });
});

it('gives a broker less than it takes at once', () => {
  const large = Array.from({ length: 5 }, (_, at) => streamRecord(at, 'x'.repeat(400_000)));
  const sizes = [...portionsOf(large, 'stream-1')].map(({ length }) => length);
  expect(sizes).toEqual([2, 2, 1]);
  const alone = [...portionsOf([streamRecord(1, 'x'.repeat(2_000_000)), streamRecord(2)], 'stream-1')];
  expect(alone.map(({ length }) => length)).toEqual([1, 1]);
});
