import { TOPIC_PARTITIONS, type Topic } from '@palisade/contracts';
import type { Admin, ITopicConfig, Kafka } from 'kafkajs';
import { BusError } from '../contract/errors.ts';
import { kafkaErrorType } from './failures.ts';
import type { KafkaNames } from './names.ts';

/** Room for an envelope of the largest size with its framing. Kafka's default would refuse it by a few bytes. */
const MAX_RECORD_BATCH_BYTES = 2 * 1024 * 1024;

const SETTINGS = [
  { name: 'max.message.bytes', value: String(MAX_RECORD_BATCH_BYTES) },
  // The broker's clock, not that of whichever edge node: see `waitingSince`.
  { name: 'message.timestamp.type', value: 'LogAppendTime' },
];

/** Makes the bus's topics where they are missing. Topics that are there keep their settings. */
export class KafkaTopics {
  private readonly known = new Set<string>();
  private readonly kafka: Kafka;
  private readonly names: KafkaNames;
  private readonly replicationFactor: number;

  constructor(kafka: Kafka, names: KafkaNames, replicationFactor = -1) {
    this.kafka = kafka;
    this.names = names;
    this.replicationFactor = replicationFactor;
  }

  /** @throws BusError `bus_unavailable` if one has another number of partitions: keys would change places. */
  async ensure(topics: readonly Topic[]): Promise<void> {
    await this.ensureNamed(topics.map((topic) => [this.names.topic(topic), TOPIC_PARTITIONS[topic], []]));
  }

  /** Dead letters stay until an operator deletes them. */
  async ensureDeadLetters(topic: Topic, group: string): Promise<string> {
    const name = this.names.deadLetters(topic, group);
    const forEver = [
      { name: 'retention.ms', value: '-1' },
      { name: 'retention.bytes', value: '-1' },
    ];
    await this.ensureNamed([[name, TOPIC_PARTITIONS[topic], forEver]]);
    return name;
  }

  private async ensureNamed(
    wanted: readonly (readonly [string, number, { name: string; value: string }[]])[],
  ): Promise<void> {
    const missing = wanted.filter(([name]) => !this.known.has(name));
    if (missing.length === 0) return;
    const admin = this.kafka.admin();
    try {
      await admin.connect();
      const there = new Set(await admin.listTopics());
      const toMake = missing.filter(([name]) => !there.has(name));
      if (toMake.length > 0) {
        await create(
          admin,
          toMake.map(([topic, numPartitions, extra]) => ({
            topic,
            numPartitions,
            replicationFactor: this.replicationFactor,
            configEntries: [...SETTINGS, ...extra],
          })),
        );
      }
      await this.checkPartitions(admin, missing);
    } finally {
      await admin.disconnect();
    }
    for (const [name] of missing) this.known.add(name);
  }

  private async checkPartitions(
    admin: Admin,
    wanted: readonly (readonly [string, number, unknown])[],
  ): Promise<void> {
    const { topics } = await admin.fetchTopicMetadata({ topics: wanted.map(([name]) => name) });
    for (const [name, partitions] of wanted) {
      const found = topics.find((topic) => topic.name === name)?.partitions.length ?? 0;
      if (found !== partitions)
        throw new BusError(
          'bus_unavailable',
          `topic ${name} has ${found} partitions, ${partitions} are needed`,
        );
    }
  }
}

/** Services start together and make the same topics: that another was quicker is no failure. */
async function create(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  try {
    await admin.createTopics({ topics, waitForLeaders: true });
  } catch (error) {
    const parts = (error as { errors?: unknown[] }).errors ?? [error];
    if (!parts.every((part) => kafkaErrorType(part) === 'TOPIC_ALREADY_EXISTS')) throw error;
  }
}
