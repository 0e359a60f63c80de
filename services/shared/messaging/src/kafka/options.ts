import type { BusLogger } from '../contract/bus.ts';
import type { PublisherOptions } from '../publishing/batching-publisher.ts';

/** How a Kafka cluster is reached. */
export interface KafkaConnectionOptions {
  /** host:port, at least one. */
  brokers: readonly string[];
  /** True: TLS with the system's authorities. PEM texts where the cluster has its own. */
  tls?: boolean | { ca?: string; cert?: string; key?: string; serverName?: string };
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string };
  /** How long a broker may take to answer before it is asked again. Default 10,000. */
  requestTimeoutMs?: number;
  /** Before the names of topics and groups, for clusters that others use too. Default "palisade.". */
  prefix?: string;
  /** Replication of topics to be created. Default -1: the cluster's own setting. */
  replicationFactor?: number;
}

export interface KafkaPublisherOptions extends KafkaConnectionOptions, PublisherOptions {
  logger?: BusLogger;
}

export interface KafkaBusOptions extends KafkaPublisherOptions {
  /**
   * How long a partition stays with an instance that crashed before another takes it over: the group's session timeout.
   * The brokers' `group.min.session.timeout.ms` (6,000 by default) is its lower bound. Default 10,000.
   */
  sessionTimeoutMs?: number;
  /** How long a rebalance waits for the running handlers of the members before it goes on without them. Default 60,000. */
  rebalanceTimeoutMs?: number;
  /** Number of consecutive crashes on one event that make it poison. Default 5. */
  maxCrashes?: number;
}
