import { randomUUID } from 'node:crypto';
import type { Topic } from '@palisade/contracts';
import type { BusLogger, Subscription } from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import type { DeadRecord, Delivery } from '../delivery/delivery.ts';
import { backOff, pause } from '../delivery/pause.ts';
import {
  type AssignedPartition,
  decodeAssignment,
  encodeMembership,
  PROTOCOL,
  shareOut,
} from './assignment.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { Coordinator } from './coordinator.ts';
import { describeFailure, isExpulsion, kafkaErrorType } from './failures.ts';
import { GroupSession } from './group-session.ts';
import type { KafkaNames } from './names.ts';
import type { KafkaConnectionOptions } from './options.ts';
import type { KafkaTopics } from './topics.ts';

export interface GroupMemberOptions {
  connection: KafkaConnectionOptions;
  names: KafkaNames;
  topicsInCluster: KafkaTopics;
  group: string;
  topics: readonly Topic[];
  delivery: Delivery;
  logger: BusLogger;
  sessionTimeoutMs: number;
  rebalanceTimeoutMs: number;
  maxCrashes: number;
  storeDeadLetter: (dead: DeadRecord) => Promise<void>;
}

interface Membership {
  generationId: number;
  partitions: AssignedPartition[];
}

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 1000;
const LEAVE_TIMEOUT_MS = 2000;

/** One instance of a group: joins, holds its share for as long as a generation lasts, joins again. */
export class GroupMember implements Subscription {
  private readonly options: GroupMemberOptions;
  private readonly instance = randomUUID();
  private readonly cluster: Cluster;
  private readonly coordinator: Coordinator;
  private readonly handled = new Map<string, bigint>();
  private readonly stopping = new AbortController();
  private readonly firstShare = Promise.withResolvers<void>();
  private readonly running: Promise<void>;
  private session: GroupSession | undefined;
  private memberId = '';
  private stopped: Promise<void> | undefined;

  constructor(options: GroupMemberOptions) {
    this.options = options;
    this.cluster = openCluster(options.connection, `${options.group}:consumer`);
    this.coordinator = new Coordinator(this.cluster, options.names.group(options.group));
    this.running = this.run();
  }

  ready(): Promise<void> {
    return this.firstShare.promise;
  }

  assigned(): AssignedPartition[] {
    return this.session?.assigned() ?? [];
  }

  stop(): Promise<void> {
    this.stopped ??= this.stopNow();
    return this.stopped;
  }

  private async stopNow(): Promise<void> {
    this.stopping.abort();
    this.firstShare.resolve();
    await this.running;
    await this.leave();
    await this.disconnect();
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        const membership = await this.unlessStopped(this.join());
        failures = 0;
        await this.hold(membership);
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        if (isExpulsion(error)) this.memberId = '';
        if (++failures === 1 && kafkaErrorType(error) !== 'REBALANCE_IN_PROGRESS')
          this.options.logger.warn('bus group could not be joined, trying again', {
            group: this.options.group,
            error: describeFailure(error),
          });
        await pause(backOff(failures, RETRY_FIRST_MS, RETRY_MAX_MS), this.stopping.signal);
      }
    }
  }

  /** The group's answer to a join may take as long as a rebalance. */
  private unlessStopped<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.stopping;
    return new Promise<T>((resolve, reject) => {
      const onStop = () => reject(new BusError('bus_closed', 'the subscription was stopped'));
      if (signal.aborted) onStop();
      signal.addEventListener('abort', onStop, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onStop));
    });
  }

  private async join(): Promise<Membership> {
    const { names, topics, topicsInCluster, sessionTimeoutMs, rebalanceTimeoutMs } = this.options;
    await topicsInCluster.ensure(topics);
    await this.cluster.connect();
    await this.cluster.addMultipleTargetTopics(topics.map((topic) => names.topic(topic)));
    const joined = await this.coordinator.call((broker, groupId) =>
      broker.joinGroup({
        groupId,
        sessionTimeout: sessionTimeoutMs,
        rebalanceTimeout: rebalanceTimeoutMs,
        memberId: this.memberId,
        groupProtocols: [{ name: PROTOCOL, metadata: encodeMembership(topics, names) }],
      }),
    );
    const { generationId, memberId, leaderId, members } = joined;
    this.memberId = memberId;
    const groupAssignment = memberId === leaderId ? shareOut(members, topics, names) : [];
    const { memberAssignment } = await this.coordinator.call((broker, groupId) =>
      broker.syncGroup({ groupId, generationId, memberId, groupAssignment }),
    );
    return { generationId, partitions: decodeAssignment(memberAssignment, topics, names) };
  }

  private async hold({ generationId, partitions }: Membership): Promise<void> {
    const { cluster, coordinator, handled, instance, memberId } = this;
    const session = new GroupSession({
      ...this.options,
      ...{ cluster, coordinator, handled, instance, memberId, generationId },
      stopping: this.stopping.signal,
    });
    this.session = session;
    try {
      const end = await session.run(partitions, () => this.firstShare.resolve());
      this.options.logger.info('bus partitions handed over', { group: this.options.group, reason: end });
      if (end === 'expelled') this.memberId = '';
    } finally {
      this.session = undefined;
    }
  }

  /** Others then need not wait for the session to time out. */
  private async leave(): Promise<void> {
    const { memberId } = this;
    if (memberId === '') return;
    const leaving = this.coordinator.call((broker, groupId) => broker.leaveGroup({ groupId, memberId }));
    const timeout = new AbortController();
    try {
      await Promise.race([leaving, pause(LEAVE_TIMEOUT_MS, timeout.signal)]);
    } catch (error) {
      this.options.logger.info('leaving the consumer group failed', {
        group: this.options.group,
        error: describeFailure(error),
      });
    } finally {
      timeout.abort();
      leaving.catch(() => undefined);
    }
  }

  private async disconnect(): Promise<void> {
    try {
      await this.cluster.disconnect();
    } catch (error) {
      this.options.logger.info('closing the bus connection failed', {
        group: this.options.group,
        error: describeFailure(error),
      });
    }
  }
}
