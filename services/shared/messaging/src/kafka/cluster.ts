// kafkajs below its consumer. Its Runner cannot hold back a rebalance until handlers have finished, lets one slow
// partition stall all others of a broker, silently drops commits while it restarts, and sometimes does not restart at
// all (see RATIONALE.md, «Kafka»). Its connections, protocol encoding, metadata and authentication are sound: those are
// what this file opens, and the group, the fetching and the committing are ours.
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { Kafka, type KafkaConfig, type Cluster as KafkaJsCluster, logLevel } from 'kafkajs';
import type { KafkaConnectionOptions } from './options.ts';

export interface FetchedRecord {
  offset: string;
  value: Buffer | null;
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined>;
  isControlRecord?: boolean;
}

export interface CommittedOffset {
  partition: number;
  offset: string;
  metadata: string | null;
}

/** Of kafkajs's Broker, what the bus uses. */
export interface Broker {
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
}

interface Connection {
  socket: Socket | undefined;
  connect(): Promise<boolean>;
  disconnect(): Promise<boolean>;
}

interface RequestQueue {
  pending: unknown[];
  scheduleCheckPendingRequests(): void;
}

const internals = createRequire(import.meta.url);
const CONNECTION_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 10_000;
const METADATA_MAX_AGE_MS = 60_000;

/**
 * kafkajs sets a timer with a negative delay after every request, of which Node 24 complains (tulios/kafkajs#1751, open).
 * The timer is of use only while requests wait.
 */
function quietRequestTimers(): void {
  const { prototype } = internals('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
quietRequestTimers();

/**
 * Two requests that find a connection closed each open a socket in kafkajs; the first is forgotten, open. Here the second
 * waits for the first's.
 */
function shareConnecting(): void {
  const { prototype } = internals('kafkajs/src/network/connection') as { prototype: Connection };
  const { connect, disconnect } = prototype;
  const connecting = new WeakMap<Connection, Promise<boolean>>();
  prototype.connect = function (this: Connection) {
    const running = connecting.get(this);
    if (running) return running;
    const started = connect.call(this).finally(() => connecting.delete(this));
    connecting.set(this, started);
    return started;
  };
  // Every failed attempt to reconnect ends the old socket once more, which adds a listener each time.
  prototype.disconnect = function (this: Connection) {
    if (this.socket?.destroyed) this.socket = undefined;
    return disconnect.call(this);
  };
}
shareConnecting();

/** Few and quick attempts inside kafkajs: what is repeated, for how long and in which order, the bus decides. */
export function kafkaConfig(options: KafkaConnectionOptions, clientId: string): KafkaConfig {
  const { tls, sasl } = options;
  return {
    clientId,
    brokers: [...options.brokers],
    ...(tls && {
      ssl: tls === true ? true : { ca: tls.ca, cert: tls.cert, key: tls.key, servername: tls.serverName },
    }),
    ...(sasl && { sasl: sasl as NonNullable<KafkaConfig['sasl']> }),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 1 },
    // The bus reports what fails and that it is over; kafkajs would report every attempt.
    logLevel: logLevel.NOTHING,
  };
}

export function openKafka(options: KafkaConnectionOptions, clientId: string): Kafka {
  return new Kafka(kafkaConfig(options, clientId));
}

/** A set of connections of its own, not connected yet. */
export function openCluster(options: KafkaConnectionOptions, clientId: string): Cluster {
  const kafka = openKafka(options, clientId);
  const create = Object.getOwnPropertySymbols(kafka).find(
    (symbol) => symbol.description === 'private:Kafka:createCluster',
  );
  const make = create && (kafka as unknown as Record<symbol, unknown>)[create];
  if (typeof make !== 'function')
    throw new Error('this kafkajs is not the version that the bus was written for');
  return make({ metadataMaxAge: METADATA_MAX_AGE_MS, allowAutoTopicCreation: false }) as Cluster;
}
