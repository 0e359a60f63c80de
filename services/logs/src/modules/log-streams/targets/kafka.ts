import { Socket } from 'node:net';
import { failureOf, type GuardedFailure, GuardedRequestError, guardedSocket } from '@palisade/nest-kit';
import { CompressionTypes, Kafka, logLevel, type Message, Partitioners } from 'kafkajs';
import { kafkaFailure } from './kafka-failures.rules.ts';
import {
  type SendContext,
  type Sent,
  type StreamBatch,
  type StreamRecord,
  StreamSendError,
} from './stream-target.types.ts';
import { brokersOf, type StreamTarget } from './stream-targets.schema.ts';

/** Default maximum size of a broker's message batch: one mebibyte per partition. */
const MAX_SENT_AT_ONCE = 900_000;
const MAX_ANSWER_SHOWN = 500;
const CONNECT_MS = 5_000;
/** Maximum size of a cluster's metadata, and maximum brokers contacted for one batch. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_CONNECTIONS = 64;
/** Acknowledgement from all in-sync replicas. */
const ACKS_ALL = -1;
const BATCH_HEADER = 'palisade-batch';

/**
 * A message per record, with the request's id as its key: a repeat has the same keys, and a compacted topic keeps one
 * of each. Acknowledged once all in-sync replicas of every partition have written it.
 */
export async function sendKafka(
  target: StreamTarget<'kafka'>,
  { name, records }: StreamBatch,
  context: SendContext,
): Promise<Sent> {
  const { client, whyNot, close } = openClient(target, context);
  const producer = client.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const tooLate = AbortSignal.timeout(context.timeoutMs);
  const late = new Promise<never>((_resolve, reject) => {
    tooLate.addEventListener('abort', () => reject(tooLate.reason), { once: true });
  });
  // Nobody waits for it any longer.
  late.catch(() => undefined);
  const deliver = async (): Promise<Sent> => {
    await producer.connect();
    let bytes = 0;
    for (const messages of portionsOf(records, name)) {
      await producer.send({
        topic: target.topic,
        messages,
        acks: ACKS_ALL,
        timeout: context.timeoutMs,
        compression: CompressionTypes.GZIP,
      });
      for (const { value } of messages) bytes += (value as Buffer).length;
    }
    return { bytes };
  };
  try {
    return await Promise.race([deliver(), late]);
  } catch (error) {
    if (tooLate.aborted) throw new StreamSendError('timeout', {}, { cause: error });
    throw failed(error, whyNot());
  } finally {
    close();
    // Its sockets are closed: there is nothing to wait for.
    producer.disconnect().catch(() => undefined);
  }
}

/** @returns `whyNot` gives the cause of a failed connection, which kafkajs does not report */
function openClient(target: StreamTarget<'kafka'>, context: SendContext) {
  const { ca, security, username, password } = target;
  const isPlain = security === 'plain';
  const sockets = new Set<Socket>();
  let failure: GuardedFailure | null = null;
  const client = new Kafka({
    clientId: 'palisade-streams',
    brokers: brokersOf(target.brokers),
    ssl: !isPlain,
    // No SCRAM: the broker sets the number of hash iterations, and kafkajs accepts any, which would block a thread for
    // minutes.
    ...(username !== undefined &&
      password !== undefined && { sasl: { mechanism: 'plain' as const, username, password } }),
    connectionTimeout: CONNECT_MS,
    requestTimeout: context.timeoutMs,
    // Retries are the stream's task, which repeats a batch as a whole.
    retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 1 },
    logLevel: logLevel.NOTHING,
    // The brokers that a cluster names are as untrusted as the one that was entered.
    socketFactory: ({ host, port, onConnect }) => {
      if (sockets.size >= MAX_CONNECTIONS)
        return new Socket().destroy(new GuardedRequestError('connection_failed'));
      const options = { allowed: context.allowed, timeoutMs: CONNECT_MS };
      const socket = guardedSocket(
        { host, port, isPlain, ...(ca !== undefined && { ca }) },
        options,
        onConnect,
      );
      sockets.add(socket);
      socket.on('error', (error) => {
        failure = error instanceof GuardedRequestError ? error.code : failureOf(error);
      });
      socket.on('data', () => {
        if (socket.bytesRead > MAX_ANSWER_BYTES) socket.destroy(new GuardedRequestError('connection_failed'));
      });
      return socket;
    },
  });
  const close = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { client, close, whyNot: () => failure };
}

function failed(error: unknown, why: GuardedFailure | null): StreamSendError {
  const code = kafkaFailure(error);
  // After refusing a password a broker closes the connection; that second error says less.
  if (why !== null && (code === null || code === 'timeout'))
    return new StreamSendError(why, {}, { cause: error });
  const answer = error instanceof Error ? error.message.slice(0, MAX_ANSWER_SHOWN) : '';
  return new StreamSendError(code ?? 'refused', { answer }, { cause: error });
}

/** In order, as much as a broker accepts at once; at least one. */
export function* portionsOf(records: readonly StreamRecord[], name: string): Generator<Message[]> {
  let portion: Message[] = [];
  let bytes = 0;
  for (const { requestId, receivedAtMs, json } of records) {
    const value = Buffer.from(json);
    if (portion.length > 0 && bytes + value.length > MAX_SENT_AT_ONCE) {
      yield portion;
      [portion, bytes] = [[], 0];
    }
    const headers = { [BATCH_HEADER]: name, 'content-type': 'application/json' };
    portion.push({ key: requestId, value, timestamp: String(receivedAtMs), headers });
    bytes += value.length;
  }
  if (portion.length > 0) yield portion;
}
