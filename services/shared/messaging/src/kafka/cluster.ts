// kafkajs below its consumer. Its Runner cannot hold back a rebalance until handlers have finished, lets one slow
// partition stall all others of a broker, silently drops commits while it restarts, and sometimes does not restart at
// all (see RATIONALE.md, «Kafka»). Its connections, protocol encoding, metadata and authentication are sound: those are
// what this file opens, and the group, the fetching and the committing are ours.
//
// kafkajs hands a partition assigner the cluster of its consumer, brokers and all: that is the public way to them, and
// no consumer is ever run. What its types leave out of a broker are the group's four requests; they are asked for by
// name here, and a kafkajs without them is refused at the first join.
import { type Cluster as KafkaJsCluster, PartitionAssigners } from 'kafkajs';
import { openKafka } from './client.ts';
import type { KafkaConnectionOptions } from './options.ts';

export interface FetchedRecord {
  offset: string;
  /** Milliseconds since 1970. */
  timestamp: string;
  value: Buffer | null;
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined>;
  isControlRecord?: boolean;
}

export interface CommittedOffset {
  partition: number;
  offset: string;
  metadata: string | null;
}

/** The parts of kafkajs's Broker that the bus uses. */
export interface Broker {
  apiVersions(): Promise<unknown>;
  joinGroup(request: {
    groupId: string;
    sessionTimeout: number;
    rebalanceTimeout: number;
    memberId: string;
    groupProtocols: { name: string; metadata: Buffer }[];
  }): Promise<{
    generationId: number;
    leaderId: string;
    memberId: string;
    members: { memberId: string; memberMetadata: Buffer }[];
  }>;
  syncGroup(request: {
    groupId: string;
    generationId: number;
    memberId: string;
    groupAssignment: { memberId: string; memberAssignment: Buffer }[];
  }): Promise<{ memberAssignment: Buffer }>;
  heartbeat(request: { groupId: string; groupGenerationId: number; memberId: string }): Promise<unknown>;
  leaveGroup(request: { groupId: string; memberId: string }): Promise<unknown>;
  offsetCommit(request: {
    groupId: string;
    groupGenerationId: number;
    memberId: string;
    topics: { topic: string; partitions: { partition: number; offset: string; metadata: string }[] }[];
  }): Promise<unknown>;
  offsetFetch(request: {
    groupId: string;
    topics: { topic: string; partitions: { partition: number }[] }[];
  }): Promise<{ responses: { topic: string; partitions: CommittedOffset[] }[] }>;
  fetch(request: {
    maxWaitTime: number;
    minBytes: number;
    maxBytes: number;
    topics: { topic: string; partitions: { partition: number; fetchOffset: string; maxBytes: number }[] }[];
  }): Promise<{
    responses: {
      topicName: string;
      partitions: { partition: number; highWatermark: string; messages: FetchedRecord[] }[];
    }[];
  }>;
}

type Reused =
  | 'connect'
  | 'disconnect'
  | 'refreshMetadata'
  | 'refreshMetadataIfNecessary'
  | 'addMultipleTargetTopics'
  | 'findLeaderForPartitions'
  | 'fetchTopicsOffset';

export interface Cluster extends Pick<KafkaJsCluster, Reused> {
  findBroker(node: { nodeId: string }): Promise<Broker>;
  findGroupCoordinator(group: { groupId: string }): Promise<Broker>;
  /** How many connections have been lost so far; while it stays the same, those that were there still are. */
  readonly connectionsLost: number;
}

const METADATA_MAX_AGE_MS = 60_000;
const GROUP_REQUESTS = ['joinGroup', 'syncGroup', 'heartbeat', 'leaveGroup'] as const;

/** A set of connections of its own, not connected yet. */
export function openCluster(options: KafkaConnectionOptions, clientId: string): Cluster {
  const { kafka, sockets, close } = openKafka(options, clientId);
  const cluster = clusterOf((assigner) =>
    kafka.consumer({
      groupId: clientId,
      metadataMaxAge: METADATA_MAX_AGE_MS,
      allowAutoTopicCreation: false,
      partitionAssigners: [assigner],
    }),
  );
  return {
    connect: () => cluster.connect(),
    async disconnect() {
      await cluster.disconnect();
      close();
    },
    refreshMetadata: () => cluster.refreshMetadata(),
    refreshMetadataIfNecessary: () => cluster.refreshMetadataIfNecessary(),
    addMultipleTargetTopics: (topics) => cluster.addMultipleTargetTopics(topics),
    findLeaderForPartitions: (topic, partitions) => cluster.findLeaderForPartitions(topic, partitions),
    fetchTopicsOffset: (topics) => cluster.fetchTopicsOffset(topics),
    findBroker: async (node) => toBroker(await cluster.findBroker(node)),
    findGroupCoordinator: async (group) => toBroker(await cluster.findGroupCoordinator(group)),
    get connectionsLost() {
      return sockets.closed;
    },
  };
}

type Assigner = typeof PartitionAssigners.roundRobin;

function clusterOf(openConsumer: (assigner: Assigner) => unknown): KafkaJsCluster {
  let found: KafkaJsCluster | undefined;
  openConsumer((given) => {
    found = given.cluster;
    return PartitionAssigners.roundRobin(given);
  });
  if (!found) throw new Error('this kafkajs does not hand its cluster to partition assigners');
  return found;
}

function toBroker(broker: object): Broker {
  const missing = GROUP_REQUESTS.filter((name) => !(name in broker));
  if (missing.length > 0) throw new Error(`this kafkajs has no ${missing.join(', ')}`);
  return broker as Broker;
}
