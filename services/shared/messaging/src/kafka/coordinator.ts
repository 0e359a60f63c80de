import type { Broker, Cluster, CommittedOffset } from './cluster.ts';
import { isExpulsion, kafkaErrorType } from './failures.ts';

/** The broker that coordinates a group, found again whenever it may be another one. */
export class Coordinator {
  readonly groupId: string;
  private readonly cluster: Cluster;
  private broker: Promise<Broker> | undefined;
  private connectionsLost = 0;

  constructor(cluster: Cluster, groupId: string) {
    this.cluster = cluster;
    this.groupId = groupId;
  }

  async call<T>(request: (broker: Broker, groupId: string) => Promise<T>): Promise<T> {
    // Found again one at a time: of two requests that find the connection closed, kafkajs would open one for each.
    if (this.connectionsLost !== this.cluster.connectionsLost) this.broker = undefined;
    this.connectionsLost = this.cluster.connectionsLost;
    this.broker ??= this.find();
    const { broker } = this;
    try {
      return await request(await broker, this.groupId);
    } catch (error) {
      const isAnswer = isExpulsion(error) || kafkaErrorType(error) === 'REBALANCE_IN_PROGRESS';
      if (!isAnswer && this.broker === broker) this.broker = undefined;
      throw error;
    }
  }

  private async find(): Promise<Broker> {
    await this.cluster.connect();
    await this.cluster.refreshMetadataIfNecessary();
    const broker = await this.cluster.findGroupCoordinator({ groupId: this.groupId });
    // A broker counts as connected while the connection of its fetches is; asking opens the one for all else.
    await broker.apiVersions();
    return broker;
  }

  /** By Kafka's topic name and partition, `topic/0`. Partitions without a committed offset are missing. */
  async committed(
    topics: { topic: string; partitions: { partition: number }[] }[],
  ): Promise<Map<string, CommittedOffset>> {
    const { responses } = await this.call((broker, groupId) => broker.offsetFetch({ groupId, topics }));
    return new Map(
      responses.flatMap(({ topic, partitions }) =>
        partitions
          .filter(({ offset }) => Number(offset) >= 0)
          .map((committed) => [`${topic}/${committed.partition}`, committed] as const),
      ),
    );
  }
}
