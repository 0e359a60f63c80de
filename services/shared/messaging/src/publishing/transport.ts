import type { Topic } from '@palisade/contracts';
import type { EncodedEvent } from '../contract/bus.ts';
import type { PendingPublish } from './pending-publish.ts';

/** Events of one partition in the order in which they were published, each with the publish that it came from. */
export interface PartitionEvents {
  topic: Topic;
  partition: number;
  entries: { event: EncodedEvent; publish: PendingPublish }[];
}

/** How one kind of bus takes what has gathered. */
export interface PublishTransport<Batch> {
  /** As it is called in errors. */
  readonly name: string;
  /** What goes out at once; a single publish may be larger. */
  readonly maxFlushBytes: number;
  readonly retryPauseMs: number;
  /** Prepares a flush. It is sent, and sent again, as exactly these batches: the bus recognises repeats by that. */
  toBatches(partitions: readonly PartitionEvents[]): Batch[];
  /**
   * Sends what is not confirmed yet; resolves when every batch is confirmed or its publishes are refused. A partition that
   * fails does not keep the others from being confirmed.
   *
   * @param remainingMs how long somebody waits for it still
   */
  send(batches: readonly Batch[], remainingMs: number): Promise<void>;
  /** Nobody waits for these batches any more, though some may be neither confirmed nor refused. */
  finish?(batches: readonly Batch[]): void;
  close(): Promise<void>;
}
