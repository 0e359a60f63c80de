import type { BusLogger, DeliveryContext } from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import {
  type DeadRecord,
  type Delivery,
  type DeliverySink,
  deadRecord,
  type StoredRecord,
} from '../delivery/delivery.ts';
import { pause } from '../delivery/pause.ts';
import type { BusConnection } from './connection.ts';
import { streamKey } from './keys.ts';
import type { Acquired, Lease } from './lease.ts';
import type { StreamReader } from './stream-reader.ts';
import type { WakeUp } from './wake-up.ts';

export interface PartitionConsumerOptions {
  lease: Lease;
  acquired: Acquired;
  reader: StreamReader;
  wakeUp: WakeUp;
  delivery: Delivery;
  connection: BusConnection;
  logger: BusLogger;
  /** Number of consecutive crashes on one event that make it poison. */
  maxCrashes: number;
}

/** A hint that got lost costs this long. */
const POLL_MS = 3000;
const RETRY_PAUSE_MS = 100;
const CAREFUL_EVENTS = 500;
/** How long a stop waits for Redis to take the last acknowledgement. */
const STOP_TIMEOUT_MS = 3000;

/**
 * Reads one partition for as long as the lease holds: read after the last event handled, deliver, acknowledge. A
 * reconnect changes nothing about where it stands; only another owner does, and then nothing more is acknowledged.
 */
export class PartitionConsumer implements DeliverySink {
  /** Resolves when the loop has ended and nothing more will be acknowledged. */
  readonly finished: Promise<void>;
  private readonly options: PartitionConsumerOptions;
  private readonly stopping = new AbortController();
  private lost = false;
  /** Offset and count of entries that are done with. */
  private done: { offset: string; entriesRead: number | null };
  private committed: string;
  private committing: Promise<void> | undefined;
  private ordinals = new Map<string, number>();
  private stoppedAt = 0;
  /** Number of events still handled one by one, because the last owner crashed. */
  private careful: number;

  constructor(options: PartitionConsumerOptions) {
    const { offset, entriesRead, crashes } = options.acquired;
    this.options = options;
    this.done = { offset, entriesRead };
    this.committed = offset;
    this.careful = crashes > 0 ? CAREFUL_EVENTS : 0;
    this.finished = this.run().catch((error: unknown) => {
      // A bug here must cost this partition its reader for a moment, not the service its life.
      options.logger.error('bus partition reader failed', {
        ...options.lease.target,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      this.lose();
    });
  }

  get isLost(): boolean {
    return this.lost;
  }

  /** Another member owns the partition now: drop everything. */
  lose(): void {
    this.lost = true;
    this.abort();
  }

  /** Lets the running handler finish and acknowledges it. */
  async stop(): Promise<void> {
    this.abort();
    await this.finished;
  }

  private abort(): void {
    if (!this.stopping.signal.aborted) this.stoppedAt = performance.now();
    this.stopping.abort();
  }

  private async run(): Promise<void> {
    const { lease, acquired, wakeUp, delivery, maxCrashes } = this.options;
    const channel = streamKey(lease.target.topic, lease.target.partition);
    const context: DeliveryContext = { ...lease.target, signal: this.stopping.signal };
    wakeUp.listen(channel);
    let suspect = acquired.crashes >= maxCrashes;
    while (!this.stopping.signal.aborted) {
      wakeUp.arm(channel);
      const records = await this.read();
      if (records === null) continue;
      if (records.length === 0) await wakeUp.sleep(channel, POLL_MS, this.stopping.signal);
      else if (suspect) suspect = !(await this.buryCrasher(records[0]!, acquired.crashes));
      else if (await delivery.deliver(records, context, this, this.careful > 0))
        this.careful = Math.max(0, this.careful - records.length);
    }
    await this.flush();
    wakeUp.unlisten(channel);
  }

  private async read(): Promise<StoredRecord[] | null> {
    const { offset, entriesRead } = this.done;
    try {
      const records = await this.options.reader.readAfter(offset);
      this.ordinals = new Map(
        entriesRead === null ? [] : records.map((record, i) => [record.position.offset, entriesRead + i + 1]),
      );
      return records;
    } catch (error) {
      if (!(error instanceof BusError)) throw error;
      await this.waitForConnection();
      return null;
    }
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
    while (!this.lost && !this.options.lease.isValid) {
      // The heartbeat renews the lease or finds it lost; until then nobody knows whose turn it is.
      if (this.stopping.signal.aborted) return false;
      await pause(RETRY_PAUSE_MS, this.stopping.signal);
    }
    return !this.lost;
  }

  advance(record: StoredRecord): void {
    this.done = this.standingAt(record);
    this.committing ??= this.commitAll();
  }

  async flush(): Promise<boolean> {
    while (this.committing) await this.committing;
    return !this.lost && this.committed === this.done.offset;
  }

  async deadLetter(dead: DeadRecord): Promise<boolean> {
    const next = this.standingAt(dead.record);
    await this.flush();
    const stored = await this.insist(() => this.options.lease.deadLetter(dead, next.entriesRead));
    if (!stored) return false;
    this.done = next;
    this.committed = next.offset;
    return true;
  }

  private standingAt(record: StoredRecord): { offset: string; entriesRead: number | null } {
    const { offset } = record.position;
    return { offset, entriesRead: this.ordinals.get(offset) ?? null };
  }

  /** One acknowledgement is under way at a time and takes the newest position, however many events that covers. */
  private async commitAll(): Promise<void> {
    while (this.committed !== this.done.offset) {
      const { offset, entriesRead } = this.done;
      if (!(await this.insist(() => this.options.lease.commit(offset, entriesRead)))) break;
      this.committed = offset;
    }
    this.committing = undefined;
  }

  /**
   * Repeats a command until Redis has answered: 0 means that the partition is lost. When stopping, it is given up
   * together with the connection, and the events concerned will come again.
   */
  private async insist(command: () => Promise<boolean>): Promise<boolean> {
    const giveUpAt = () =>
      this.stopping.signal.aborted && performance.now() - this.stoppedAt > STOP_TIMEOUT_MS;
    while (!this.lost && !giveUpAt()) {
      try {
        if (await command()) return true;
        this.options.logger.warn('bus partition went to another instance', { ...this.options.lease.target });
        this.lose();
      } catch (error) {
        if (!(error instanceof BusError)) throw error;
        if (isGroupGone(error)) {
          this.options.logger.error('bus partition was deleted under its reader', {
            ...this.options.lease.target,
          });
          this.lose();
        } else await this.waitForConnection();
      }
    }
    return false;
  }

  private async waitForConnection(): Promise<void> {
    await this.options.connection.waitUntilReady(POLL_MS);
    await pause(RETRY_PAUSE_MS);
  }
}

/** Redis was flushed, or the stream or its group deleted; claiming the partition again creates them. */
function isGroupGone(error: BusError): boolean {
  return /NOGROUP|no such key|requires the key to exist/i.test(error.message);
}
