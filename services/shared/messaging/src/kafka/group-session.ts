import { TOPIC_PARTITIONS, type Topic } from '@palisade/contracts';
import type { BusLogger } from '../contract/bus.ts';
import type { DeadRecord, Delivery } from '../delivery/delivery.ts';
import { pause } from '../delivery/pause.ts';
import type { AssignedPartition } from './assignment.ts';
import { type Claim, parseClaim, succeed } from './claim.ts';
import type { Cluster } from './cluster.ts';
import { Committer } from './committer.ts';
import type { Coordinator } from './coordinator.ts';
import { describeFailure, isExpulsion, kafkaErrorType } from './failures.ts';
import { Fetcher } from './fetcher.ts';
import type { KafkaNames } from './names.ts';
import { PartitionConsumer } from './partition-consumer.ts';

export interface GroupSessionOptions {
  cluster: Cluster;
  coordinator: Coordinator;
  names: KafkaNames;
  group: string;
  generationId: number;
  memberId: string;
  /** Identifies this instance, also after it has rejoined with another member id. */
  instance: string;
  sessionTimeoutMs: number;
  delivery: Delivery;
  logger: BusLogger;
  maxCrashes: number;
  storeDeadLetter: (dead: DeadRecord) => Promise<void>;
  /** Up to where this instance handled a partition, by Kafka's topic and partition; kept over sessions. */
  handled: Map<string, bigint>;
  /** Aborts when the subscription stops. */
  stopping: AbortSignal;
}

/** Why a session ended. `expelled`: the group went on without this member, which has to join as a new one. */
export type SessionEnd = 'rebalance' | 'expelled' | 'stopped';

const HEARTBEATS_PER_SESSION = 4;
const RETRY_PAUSE_MS = 100;
/** How long a stop waits for Kafka to take the last commit. */
const STOP_TIMEOUT_MS = 3000;

/**
 * A member in one generation of its consumer group. It claims the assigned partitions and sends heartbeats; at a
 * rebalance it lets running handlers finish, commits and releases the partitions before it rejoins, so that nobody
 * starts with a partition that is still in progress elsewhere.
 */
export class GroupSession {
  private readonly options: GroupSessionOptions;
  private readonly committer: Committer;
  private readonly ending = new AbortController();
  private consumers: PartitionConsumer[] = [];
  private fetcher: Fetcher | undefined;
  private end: SessionEnd | undefined;
  private validUntil: number;
  private stoppedAt = 0;
  private silent = false;

  constructor(options: GroupSessionOptions) {
    this.options = options;
    this.validUntil = performance.now() + options.sessionTimeoutMs;
    this.committer = new Committer({
      ...options,
      onExpelled: () => this.finish('expelled'),
      mayInsist: () => this.mayInsist(),
    });
  }

  assigned(): AssignedPartition[] {
    if (this.end !== undefined) return [];
    return this.consumers
      .filter(({ isLost }) => !isLost)
      .map(({ options: { topic, partition } }) => ({ topic, partition }));
  }

  /** Holds the partitions until a rebalance, the group continues without us, or we stop. */
  async run(partitions: readonly AssignedPartition[], onTaken: () => void): Promise<SessionEnd> {
    const { stopping } = this.options;
    const onStop = () => this.finish('stopped');
    if (stopping.aborted) onStop();
    stopping.addEventListener('abort', onStop, { once: true });
    const drained = new AbortController();
    const beating = this.beat(drained.signal);
    let fetching: Promise<void> | undefined;
    if (await this.take(partitions)) {
      this.fetcher = new Fetcher(this.options.cluster, this.consumers, this.options.logger);
      fetching = this.fetcher.run();
      onTaken();
      await aborted(this.ending.signal);
    }
    await this.drain();
    drained.abort();
    stopping.removeEventListener('abort', onStop);
    await beating;
    // Its loops end with their fetches, which nobody needs to wait for.
    void fetching;
    return this.end ?? 'rebalance';
  }

  private finish(end: SessionEnd): void {
    if (end === 'stopped') this.stoppedAt = performance.now();
    // Having been expelled outranks whatever ended the session before.
    if (this.end === undefined || end === 'expelled') this.end = end;
    if (end === 'expelled') for (const consumer of this.consumers) consumer.lose();
    this.ending.abort();
  }

  private mayInsist(): boolean {
    return this.stoppedAt === 0 || performance.now() - this.stoppedAt < STOP_TIMEOUT_MS;
  }

  /** False if the session ended before it was known where to begin. */
  private async take(partitions: readonly AssignedPartition[]): Promise<boolean> {
    while (!this.ending.signal.aborted) {
      try {
        const starts = await this.findStarts(partitions);
        if (this.ending.signal.aborted) return false;
        this.consumers = starts.map(({ assigned, start, claim }) => this.consume(assigned, start, claim));
        return true;
      } catch (error) {
        if (isExpulsion(error)) this.finish('expelled');
        else await pause(RETRY_PAUSE_MS, this.ending.signal);
      }
    }
    return false;
  }

  private async findStarts(
    partitions: readonly AssignedPartition[],
  ): Promise<{ assigned: AssignedPartition; start: bigint; claim: Claim }[]> {
    if (partitions.length === 0) return [];
    const { cluster, coordinator, names, handled, instance } = this.options;
    const topics = [...Map.groupBy(partitions, ({ topic }) => topic)].map(([topic, members]) => ({
      topic: names.topic(topic),
      partitions: members.map(({ partition }) => ({ partition })),
    }));
    const committed = await coordinator.committed(topics);
    const earliest = new Map<string, bigint>(
      (await cluster.fetchTopicsOffset(topics.map((topic) => ({ ...topic, fromBeginning: true })))).flatMap(
        ({ topic, partitions: found }) =>
          found.map(({ partition, offset }) => [`${topic}/${partition}`, BigInt(offset)] as const),
      ),
    );
    return partitions.map((assigned) => {
      const name = `${names.topic(assigned.topic)}/${assigned.partition}`;
      const stored = committed.get(name);
      const own = handled.get(name) ?? 0n;
      const begin = stored ? BigInt(stored.offset) : (earliest.get(name) ?? 0n);
      // Events that this instance handled but could not commit need no repeat, whoever held the partition meanwhile.
      const start = own > begin ? own : begin;
      const former = parseClaim(stored?.metadata ?? null);
      return {
        assigned,
        start,
        claim: succeed(start > begin ? { ...former, crashes: 0 } : former, instance),
      };
    });
  }

  private consume({ topic, partition }: AssignedPartition, start: bigint, claim: Claim): PartitionConsumer {
    const { names, group, delivery, logger, maxCrashes, storeDeadLetter } = this.options;
    logger.info('bus partition taken', {
      ...{ topic, partition, group },
      ...{ offset: String(start), crashes: claim.crashes, of: TOPIC_PARTITIONS[topic satisfies Topic] },
    });
    return new PartitionConsumer({
      ...{ topic, partition, group, start, claim, delivery, logger, maxCrashes, storeDeadLetter },
      kafkaTopic: names.topic(topic),
      committer: this.committer,
      isMember: () => performance.now() < this.validUntil,
      onRoom: () => this.fetcher?.noteRoom(),
    });
  }

  /** Beats until everything is given back: while handlers finish, the group must not take this member for dead. */
  private async beat(drained: AbortSignal): Promise<void> {
    const { coordinator, generationId, memberId, sessionTimeoutMs } = this.options;
    while (!drained.aborted && this.end !== 'expelled') {
      const sentAt = performance.now();
      let wait = sessionTimeoutMs / HEARTBEATS_PER_SESSION;
      try {
        await coordinator.call((broker, groupId) =>
          broker.heartbeat({ groupId, groupGenerationId: generationId, memberId }),
        );
        this.validUntil = sentAt + sessionTimeoutMs;
        this.noteAnswer();
      } catch (error) {
        if (kafkaErrorType(error) === 'REBALANCE_IN_PROGRESS') {
          this.validUntil = sentAt + sessionTimeoutMs;
          this.finish('rebalance');
        } else if (isExpulsion(error)) this.finish('expelled');
        else {
          this.noteSilence(error);
          wait = RETRY_PAUSE_MS;
        }
      }
      await pause(wait, drained);
    }
  }

  private noteSilence(error: unknown): void {
    if (this.silent) return;
    this.silent = true;
    this.options.logger.warn('consumer group coordinator unreachable, trying again', {
      group: this.options.group,
      error: describeFailure(error),
    });
  }

  private noteAnswer(): void {
    if (this.silent)
      this.options.logger.info('consumer group coordinator reachable again', { group: this.options.group });
    this.silent = false;
  }

  private async drain(): Promise<void> {
    this.fetcher?.stop();
    for (const consumer of this.consumers) consumer.stop();
    await Promise.all(this.consumers.map(({ finished }) => finished));
    // All at once, so that it takes one commit.
    await Promise.all(this.consumers.map((consumer) => consumer.release()));
    for (const { options, offset } of this.consumers)
      this.options.handled.set(`${options.kafkaTopic}/${options.partition}`, offset);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
