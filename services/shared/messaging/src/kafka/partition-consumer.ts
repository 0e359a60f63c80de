import type { Topic } from '@palisade/contracts';
import type { BusLogger, DeliveryContext } from '../contract/bus.ts';
import {
  type DeadRecord,
  type Delivery,
  type DeliverySink,
  deadRecord,
  type StoredRecord,
} from '../delivery/delivery.ts';
import { pause } from '../delivery/pause.ts';
import { type Claim, formatClaim } from './claim.ts';
import type { Committer, Standing } from './committer.ts';
import { describeFailure } from './failures.ts';
import { Signal } from './signal.ts';

export interface PartitionConsumerOptions {
  topic: Topic;
  partition: number;
  group: string;
  /** The topic's name in the cluster. */
  kafkaTopic: string;
  /** The first event to be handled. */
  start: bigint;
  claim: Claim;
  delivery: Delivery;
  committer: Committer;
  logger: BusLogger;
  maxCrashes: number;
  /** Whether the group is known to count on this member still. */
  isMember: () => boolean;
  /** Stores a dead letter; rejects while that is not possible. */
  storeDeadLetter: (dead: DeadRecord) => Promise<void>;
  /** There is room for more records. */
  onRoom: () => void;
}

/** Bytes prefetched for the handlers, besides the last fetch, which may exceed it. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
const MAX_BUFFERED_RECORDS = 2000;
const MAX_RECORDS_A_TURN = 256;
const CAREFUL_EVENTS = 500;
const IDLE_MS = 5000;
const RETRY_PAUSE_MS = 100;

/** Handles one partition's records, one turn after the other, and says where it stands. Ends with its generation. */
export class PartitionConsumer implements DeliverySink {
  /** Resolves when the last handler has ended. */
  readonly finished: Promise<void>;
  readonly options: PartitionConsumerOptions;
  /** Offset of the next record to fetch. */
  fetchOffset: bigint;
  private readonly stopping = new AbortController();
  private readonly arrival = new Signal();
  private readonly buffer: StoredRecord[] = [];
  private bufferedBytes = 0;
  private lost = false;
  private claim: Claim;
  private standing: Standing;
  /** Number of events still handled one by one, because the last owner crashed. */
  private careful: number;

  constructor(options: PartitionConsumerOptions) {
    this.options = options;
    this.fetchOffset = options.start;
    this.claim = options.claim;
    this.standing = this.standingAt(options.start);
    this.careful = options.claim.crashes > 0 ? CAREFUL_EVENTS : 0;
    this.finished = this.run().catch((error: unknown) => {
      // A bug here must cost this partition its reader until the next rebalance, not the service its life.
      options.logger.error('bus partition reader failed', {
        ...this.target,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      this.lose();
    });
  }

  get isLost(): boolean {
    return this.lost;
  }

  /** Everything before it is done with. */
  get offset(): bigint {
    return this.standing.offset;
  }

  get wantsMore(): boolean {
    return (
      !this.stopping.signal.aborted &&
      this.bufferedBytes < MAX_BUFFERED_BYTES &&
      this.buffer.length < MAX_BUFFERED_RECORDS
    );
  }

  push(records: readonly StoredRecord[], nextOffset: bigint): void {
    if (this.stopping.signal.aborted) return;
    for (const record of records) {
      this.buffer.push(record);
      this.bufferedBytes += record.envelope.length;
    }
    this.fetchOffset = nextOffset;
    this.arrival.notify();
  }

  /** The topic does not hold what comes next any more; it goes on at `offset`. */
  skipTo(offset: bigint): void {
    const dropped = offset > this.fetchOffset ? Number(offset - this.fetchOffset) : 0;
    this.options.logger.error('bus partition lost unread events', {
      ...this.target,
      expected: String(this.fetchOffset),
      found: String(offset),
    });
    this.claim = { ...this.claim, dropped: this.claim.dropped + dropped };
    this.fetchOffset = offset;
    if (this.buffer.length === 0) this.moveTo(offset);
  }

  /** Another member owns the partition now: drop everything. */
  lose(): void {
    this.lost = true;
    this.stop();
  }

  /** Lets the running handler finish. */
  stop(): void {
    this.stopping.abort();
    this.arrival.notify();
  }

  /** After `finished`: gives the partition back, so that its next owner does not take this one for crashed. */
  async release(): Promise<boolean> {
    if (this.lost) return false;
    this.claim = { ...this.claim, holder: '', crashes: 0 };
    this.moveTo(this.standing.offset);
    return await this.flush();
  }

  private get target(): { topic: Topic; partition: number; group: string } {
    const { topic, partition, group } = this.options;
    return { topic, partition, group };
  }

  private async run(): Promise<void> {
    const { claim, delivery, maxCrashes, onRoom } = this.options;
    const context: DeliveryContext = { ...this.target, signal: this.stopping.signal };
    // Claims the partition before anything is handled, so that a crash with the first event counts.
    this.moveTo(this.standing.offset);
    await this.flush();
    let suspect = claim.crashes >= maxCrashes;
    while (!this.stopping.signal.aborted) {
      const records = this.buffer.slice(0, MAX_RECORDS_A_TURN);
      if (records.length === 0) await this.arrival.wait(IDLE_MS);
      else if (suspect) {
        suspect = !(await this.buryCrasher(records[0]!, claim.crashes));
      } else if (await delivery.deliver(records, context, this, this.careful > 0)) {
        this.careful = Math.max(0, this.careful - records.length);
      }
      this.dropHandled();
      onRoom();
    }
  }

  private dropHandled(): void {
    const open = this.buffer.findIndex(({ position }) => BigInt(position.offset) >= this.standing.offset);
    for (const record of this.buffer.splice(0, open < 0 ? this.buffer.length : open))
      this.bufferedBytes -= record.envelope.length;
  }

  private async buryCrasher(record: StoredRecord, crashes: number): Promise<boolean> {
    const reason = new Error(`${crashes} consumers in a row crashed before they were done with this event`);
    this.options.logger.error('event set aside as dead letter', {
      ...record.position,
      reason: reason.message,
    });
    return await this.deadLetter(deadRecord(record, undefined, reason, crashes));
  }

  async mayProceed(): Promise<boolean> {
    while (!this.lost && !this.options.isMember()) {
      // The heartbeat finds out whose turn it is; until then nobody knows.
      if (this.stopping.signal.aborted) return false;
      await pause(RETRY_PAUSE_MS, this.stopping.signal);
    }
    return !this.lost;
  }

  advance(record: StoredRecord): void {
    this.claim = { ...this.claim, crashes: 0 };
    this.moveTo(BigInt(record.position.offset) + 1n);
  }

  async flush(): Promise<boolean> {
    return !this.lost && (await this.options.committer.settled(this.standing)) && !this.lost;
  }

  /** Stored first, then passed: a crash between the two stores it twice, never not at all. */
  async deadLetter(dead: DeadRecord): Promise<boolean> {
    await this.flush();
    while (await this.mayProceed()) {
      try {
        await this.options.storeDeadLetter(dead);
        this.advance(dead.record);
        return true;
      } catch (error) {
        if (this.stopping.signal.aborted) return false;
        this.options.logger.warn('dead letter could not be stored, will try again', {
          ...this.target,
          error: describeFailure(error),
        });
        await pause(RETRY_PAUSE_MS, this.stopping.signal);
      }
    }
    return false;
  }

  private moveTo(offset: bigint): void {
    this.standing = this.standingAt(offset);
    if (!this.lost) this.options.committer.commit(this.standing);
  }

  private standingAt(offset: bigint): Standing {
    const { kafkaTopic, partition } = this.options;
    return { topic: kafkaTopic, partition, offset, metadata: formatClaim(this.claim) };
  }
}
