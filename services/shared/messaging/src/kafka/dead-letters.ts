import type { Topic } from '@palisade/contracts';
import { type Kafka, Partitioners, type Producer } from 'kafkajs';
import type { DeadLetter } from '../contract/bus.ts';
import type { DeadRecord } from '../delivery/delivery.ts';
import { asBuffer } from '../publishing/as-buffer.ts';
import type { FetchedRecord } from './cluster.ts';
import type { KafkaTopics } from './topics.ts';

const ALL_REPLICAS = -1;

type Letter = Omit<DeadLetter, 'id' | 'group'>;

/** Keeps a group's dead letters, each topic's in a topic beside it that is made with the first of them. */
export class DeadLetterStore {
  private readonly kafka: Kafka;
  private readonly topics: KafkaTopics;
  private producer: Producer | undefined;

  constructor(kafka: Kafka, topics: KafkaTopics) {
    this.kafka = kafka;
    this.topics = topics;
  }

  /** Rejects while Kafka is away; repeating it may store the letter twice, which reading hides. */
  async store(group: string, dead: DeadRecord): Promise<void> {
    const { position, envelope } = dead.record;
    await this.append(group, position.topic, [{ ...dead, position, envelope, at: new Date() }]);
  }

  /** Puts letters at the end of theirs, as they are. */
  async append(group: string, topic: Topic, letters: readonly Letter[]): Promise<void> {
    const name = await this.topics.ensureDeadLetters(topic, group);
    const producer = await this.open();
    try {
      await producer.send({
        topic: name,
        acks: ALL_REPLICAS,
        messages: letters.map(({ position, envelope, eventId, eventType, reason, attempts, at }) => ({
          key: eventId,
          value: asBuffer(envelope),
          partition: position.partition,
          headers: {
            offset: position.offset,
            id: eventId,
            type: eventType,
            reason,
            attempts: String(attempts),
            at: String(at.getTime()),
          },
        })),
      });
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    await producer?.disconnect();
  }

  private async open(): Promise<Producer> {
    if (this.producer) return this.producer;
    const producer = this.kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    this.producer = producer;
    return producer;
  }
}

export function readDeadLetterRecord(
  { headers, value }: FetchedRecord,
  { topic, partition, group }: { topic: Topic; partition: number; group: string },
): DeadLetter {
  const text = (name: string) => headers?.[name]?.toString() ?? '';
  const offset = text('offset');
  return {
    id: `${partition}/${offset}`,
    position: { topic, partition, offset },
    group,
    eventId: text('id'),
    eventType: text('type'),
    reason: text('reason'),
    attempts: Number(text('attempts')),
    at: new Date(Number(text('at'))),
    envelope: value ?? new Uint8Array(),
  };
}
