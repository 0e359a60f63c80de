import { randomUUID } from 'node:crypto';
import { messageOfError } from '@palisade/basics';
import type { Topic } from '@palisade/contracts';
import type { BusLogger, Subscription } from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import { partitionsOf } from '../contract/partition.ts';
import { shareOf } from '../contract/partition-shares.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { BusConnection } from './connection.ts';
import { ENSURE_GROUP_SCRIPT, HEARTBEAT_SCRIPT } from './group-scripts.ts';
import { membersKey, streamKey } from './keys.ts';
import { Lease } from './lease.ts';
import { PartitionConsumer } from './partition-consumer.ts';
import { StreamReader } from './stream-reader.ts';
import { WakeUp } from './wake-up.ts';

export interface GroupMemberOptions {
  url: string;
  group: string;
  topics: readonly Topic[];
  delivery: Delivery;
  logger: BusLogger;
  /** How long a partition stays with an owner that does not report any more. */
  leaseMs: number;
  /** Bounds of one read. */
  maxReadEntries: number;
  maxReadBytes: number;
  maxCrashes: number;
}

interface Held {
  lease: Lease;
  consumer: PartitionConsumer;
  /** Set once it is on its way to another member. */
  leaving: boolean;
}

const COMMAND_TIMEOUT_MS = 5000;
/** Number of heartbeats in the duration of a lease: two may be lost. */
const HEARTBEATS_PER_LEASE = 3;

/**
 * One instance of a group. Each heartbeat it reports itself, learns who else is there, works out its share of the
 * partitions, hands over what is no longer its own and takes what is free. There is no leader: shares follow from the
 * list of members alone, and leases decide while those lists differ.
 */
export class GroupMember implements Subscription {
  private readonly options: GroupMemberOptions;
  private readonly member = randomUUID();
  private readonly connection: BusConnection;
  private readonly wakeUp: WakeUp;
  private readonly held = new Map<string, Held>();
  private readonly stopping = new AbortController();
  private readonly firstShare = Promise.withResolvers<void>();
  private readonly running: Promise<void>;
  private groupsExist = false;
  private announced = false;

  constructor(options: GroupMemberOptions) {
    this.options = options;
    this.connection = new BusConnection(options.url, `${options.group}:consumer`, options.logger);
    this.wakeUp = new WakeUp(options.url, `${options.group}:wake-up`, options.logger);
    for (const topic of options.topics) this.wakeUp.listen(membersKey(topic, options.group));
    this.running = this.run();
  }

  ready(): Promise<void> {
    return this.firstShare.promise;
  }

  assigned(): { topic: Topic; partition: number }[] {
    return [...this.held.values()]
      .filter(({ leaving, consumer }) => !leaving && !consumer.isLost)
      .map(({ lease: { target } }) => ({ topic: target.topic, partition: target.partition }));
  }

  async stop(): Promise<void> {
    if (!this.stopping.signal.aborted) {
      this.stopping.abort();
      this.firstShare.resolve();
      await this.running;
      await Promise.all([...this.held.values()].map((held) => this.handOver(held)));
      await this.leave();
      this.wakeUp.close();
      this.connection.close();
    }
    await this.running;
  }

  private async run(): Promise<void> {
    const interval = this.options.leaseMs / HEARTBEATS_PER_LEASE;
    const channel = membersKey(this.options.topics[0]!, this.options.group);
    while (!this.stopping.signal.aborted) {
      const started = performance.now();
      this.wakeUp.arm(channel);
      try {
        if (await this.connection.waitUntilReady(interval)) {
          await this.ensureGroups();
          await this.beat();
        }
      } catch (error) {
        if (!(error instanceof BusError)) throw error;
        this.options.logger.warn('bus heartbeat failed', { group: this.options.group, error: error.message });
      }
      const elapsed = performance.now() - started;
      await this.wakeUp.sleep(channel, Math.max(interval - elapsed, interval / 10), this.stopping.signal);
    }
  }

  /** For all partitions, also those of other members, so that trimming never passes a group that is only starting. */
  private async ensureGroups(): Promise<void> {
    if (this.groupsExist) return;
    const { group, topics } = this.options;
    await this.connection.run(
      (redis) =>
        Promise.all(
          topics.flatMap((topic) =>
            partitionsOf(topic).map((partition) =>
              redis.eval(ENSURE_GROUP_SCRIPT, 1, streamKey(topic, partition), group),
            ),
          ),
        ),
      COMMAND_TIMEOUT_MS,
    );
    this.groupsExist = true;
  }

  private async beat(): Promise<void> {
    const memberLists = await this.reportAlive();
    await this.renewAll();
    let complete = true;
    for (const [topic, members] of memberLists) {
      const share = new Set(shareOf(topic, members, this.member));
      for (const held of this.held.values()) {
        if (held.lease.target.topic === topic && !share.has(held.lease.target.partition))
          void this.handOver(held);
      }
      for (const partition of share) {
        if (!(await this.take(topic, partition))) complete = false;
      }
    }
    if (complete) this.firstShare.resolve();
  }

  private async reportAlive(): Promise<[Topic, string[]][]> {
    const { group, topics, leaseMs } = this.options;
    const lists = await this.connection.run(
      (redis) =>
        Promise.all(
          topics.map((topic) =>
            redis.eval(HEARTBEAT_SCRIPT, 1, membersKey(topic, group), this.member, leaseMs),
          ),
        ),
      COMMAND_TIMEOUT_MS,
    );
    const result = topics.map((topic, i): [Topic, string[]] => [topic, lists[i] as string[]]);
    this.announceTo(result);
    return result;
  }

  /** Members that see a newcomer at once hand over at once, instead of at their next heartbeat. */
  private announceTo(lists: readonly [Topic, string[]][]): void {
    if (this.announced) return;
    this.announced = true;
    if (lists.some(([, members]) => members.length > 1)) this.ringMembers();
  }

  private ringMembers(): void {
    const channel = membersKey(this.options.topics[0]!, this.options.group);
    this.connection.redis.publish(channel, this.member).catch((error: Error) => {
      // They then notice at their next heartbeat.
      this.options.logger.info('waking the consumer group failed', {
        group: this.options.group,
        error: error.message,
      });
    });
  }

  private async renewAll(): Promise<void> {
    await Promise.all(
      [...this.held.values()].map(async ({ lease, consumer }) => {
        if (!consumer.isLost && !(await lease.renew())) consumer.lose();
      }),
    );
    for (const [key, held] of this.held) {
      if (held.leaving || !held.consumer.isLost) continue;
      // Its handler may take its time; the partition is taken again only after that.
      held.leaving = true;
      void held.consumer.finished.then(() => this.held.delete(key));
    }
  }

  /** @returns true if the partition is held now */
  private async take(topic: Topic, partition: number): Promise<boolean> {
    const key = streamKey(topic, partition);
    const present = this.held.get(key);
    if (present) return !present.leaving;
    const { group, leaseMs, logger, delivery, maxReadEntries, maxReadBytes, maxCrashes } = this.options;
    const target = { topic, partition, group };
    const lease = new Lease({ ...target, connection: this.connection, member: this.member, leaseMs, logger });
    const acquired = await lease.acquire();
    if (!acquired) return false;
    logger.info('bus partition taken', { ...target, offset: acquired.offset, crashes: acquired.crashes });
    const consumer = new PartitionConsumer({
      lease,
      acquired,
      reader: new StreamReader(this.connection, target, maxReadEntries, maxReadBytes),
      wakeUp: this.wakeUp,
      delivery,
      connection: this.connection,
      logger,
      maxCrashes,
    });
    this.held.set(key, { lease, consumer, leaving: false });
    return true;
  }

  private async handOver(held: Held): Promise<void> {
    if (held.leaving) {
      await held.consumer.finished;
      return;
    }
    held.leaving = true;
    const { topic, partition } = held.lease.target;
    await held.consumer.stop();
    try {
      if (!held.consumer.isLost) await held.lease.release();
    } catch (error) {
      // The lease then ends by itself.
      this.options.logger.warn('bus partition could not be released', {
        ...held.lease.target,
        error: messageOfError(error),
      });
    }
    this.held.delete(streamKey(topic, partition));
    this.options.logger.info('bus partition handed over', { ...held.lease.target });
    this.ringMembers();
  }

  private async leave(): Promise<void> {
    const { group, topics } = this.options;
    if (!this.connection.isReady) return;
    try {
      await this.connection.run(
        (redis) => Promise.all(topics.map((topic) => redis.zrem(membersKey(topic, group), this.member))),
        COMMAND_TIMEOUT_MS,
      );
      this.ringMembers();
    } catch (error) {
      this.options.logger.warn('leaving the consumer group failed', {
        group,
        error: messageOfError(error),
      });
    }
  }
}
