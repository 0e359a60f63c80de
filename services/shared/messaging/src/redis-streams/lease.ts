import type { Topic } from '@palisade/contracts';
import type { Redis } from 'ioredis';
import type { BusLogger } from '../contract/bus.ts';
import type { DeadRecord } from '../delivery/delivery.ts';
import type { BusConnection } from './connection.ts';
import {
  ACQUIRE_SCRIPT,
  COMMIT_SCRIPT,
  DEAD_LETTER_SCRIPT,
  RELEASE_SCRIPT,
  RENEW_SCRIPT,
} from './group-scripts.ts';
import { deadLetterKey, ENVELOPE_FIELD, leaseKey, streamKey } from './keys.ts';

export interface PartitionOfGroup {
  topic: Topic;
  partition: number;
  group: string;
}

export interface Acquired {
  /** Acknowledged so far; "0-0" if nothing is. */
  offset: string;
  /** How many entries that is, for the lag; `null` if Redis does not know. */
  entriesRead: number | null;
  /** How many owners in a row crashed while the offset stood where it is. */
  crashes: number;
}

export interface LeaseOptions extends PartitionOfGroup {
  connection: BusConnection;
  member: string;
  leaseMs: number;
  logger: BusLogger;
}

const COMMAND_TIMEOUT_MS = 5000;
/** Per partition and group. */
const MAX_DEAD_LETTER_BYTES = 16 * 1024 * 1024;

/**
 * The right to read one partition for a group. All that changes the group's state goes through here and carries the
 * epoch, so that an owner that was thought dead and wakes up again can no longer move the offset.
 */
export class Lease {
  readonly target: PartitionOfGroup;
  private readonly options: LeaseOptions;
  private readonly keys: { stream: string; lease: string; dead: string };
  private epoch = 0;
  private validUntil = 0;

  constructor(options: LeaseOptions) {
    const { topic, partition, group } = options;
    this.options = options;
    this.target = { topic, partition, group };
    this.keys = {
      stream: streamKey(topic, partition),
      lease: leaseKey(topic, partition, group),
      dead: deadLetterKey(topic, partition, group),
    };
  }

  /** By this process's clock, counted from before the server's answer: never later than the server thinks. */
  get isValid(): boolean {
    return performance.now() < this.validUntil;
  }

  /** @returns `null` if another member holds the partition */
  async acquire(): Promise<Acquired | null> {
    const { group, member, leaseMs } = this.options;
    const before = performance.now();
    const reply = (await this.run((redis) =>
      redis.eval(ACQUIRE_SCRIPT, 2, this.keys.stream, this.keys.lease, group, member, leaseMs),
    )) as [number, string, string, number, string];
    const [epoch, offset, entriesRead, crashes, moved] = reply;
    if (epoch === 0) return null;
    if (moved !== '')
      this.options.logger.error('consumer group position changed elsewhere; keeping our own', {
        ...this.target,
        offset,
        moved,
      });
    this.epoch = epoch;
    this.validUntil = before + leaseMs;
    return { offset, entriesRead: entriesRead === '' ? null : Number(entriesRead), crashes };
  }

  /** @returns false if the partition went to another member */
  async renew(): Promise<boolean> {
    const { member, leaseMs } = this.options;
    const before = performance.now();
    const held = await this.run((redis) =>
      redis.eval(RENEW_SCRIPT, 1, this.keys.lease, member, this.epoch, leaseMs),
    );
    if (held === 1) this.validUntil = before + leaseMs;
    else this.validUntil = 0;
    return held === 1;
  }

  async release(): Promise<void> {
    this.validUntil = 0;
    await this.run((redis) =>
      redis.eval(RELEASE_SCRIPT, 1, this.keys.lease, this.options.member, this.epoch),
    );
  }

  /** @returns false if the partition went to another member */
  async commit(offset: string, entriesRead: number | null): Promise<boolean> {
    const { group, member } = this.options;
    const held = await this.run((redis) =>
      redis.eval(
        COMMIT_SCRIPT,
        2,
        this.keys.stream,
        this.keys.lease,
        group,
        member,
        this.epoch,
        offset,
        entriesRead ?? '',
      ),
    );
    return held === 1;
  }

  /** Sets a record aside and acknowledges it. @returns false if the partition went to another member */
  async deadLetter(dead: DeadRecord, entriesRead: number | null): Promise<boolean> {
    const { group, member } = this.options;
    const { position, envelope } = dead.record;
    const [held, dropped] = (await this.run((redis) =>
      redis.eval(
        DEAD_LETTER_SCRIPT,
        3,
        this.keys.stream,
        this.keys.lease,
        this.keys.dead,
        group,
        member,
        this.epoch,
        position.offset,
        entriesRead ?? '',
        MAX_DEAD_LETTER_BYTES,
        ...['offset', position.offset, 'id', dead.eventId, 'type', dead.eventType, 'reason', dead.reason],
        ...['attempts', dead.attempts, 'at', Date.now()],
        ENVELOPE_FIELD,
        Buffer.from(envelope),
      ),
    )) as [number, number];
    if (dropped > 0)
      this.options.logger.error('too many dead letters: the oldest were dropped', {
        ...this.target,
        dropped,
      });
    return held === 1;
  }

  private run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    return this.options.connection.run(command, COMMAND_TIMEOUT_MS);
  }
}
