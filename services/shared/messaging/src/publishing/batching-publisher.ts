// How events reach a bus, the same for every kind of it:
//
//   publish ─▶ encode, sign ─▶ queue ─▶ flush ─▶ batches by partition ─▶ transport ─▶ confirmed
//                                         ▲                                 │
//                                         └───────── again, until ──────────┘
//                                                  the deadline of each publish
//
// One flush is under way at a time and takes whatever has gathered meanwhile, so that order is kept without waiting per
// event, and many small publishes share a round trip.
import type { EventProducer } from '@palisade/contracts';
import type { BusPublisher, EncodedEvent, OutgoingEvent } from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import { partitionOf } from '../contract/partition.ts';
import { pause } from '../delivery/pause.ts';
import { encodeEvent } from '../envelope/event-codec.ts';
import type { EventKeys } from '../envelope/event-keys.ts';
import { EventSigner } from '../envelope/event-signer.ts';
import { PendingPublish } from './pending-publish.ts';
import type { PartitionEvents, PublishTransport } from './transport.ts';

export interface PublisherOptions {
  /** The publishing service, as named in the envelopes. */
  source: EventProducer;
  keys: EventKeys;
  /** How long a publish goes on trying while the bus is away. Default 15,000. */
  publishTimeoutMs?: number;
  /** Unconfirmed bytes that may wait; more is refused with `publisher_overloaded`. Default 32 MiB. */
  maxPendingBytes?: number;
}

const PUBLISH_TIMEOUT_MS = 15_000;
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

export class BatchingPublisher<Batch> implements BusPublisher {
  private readonly transport: PublishTransport<Batch>;
  private readonly signer: EventSigner;
  private readonly publishTimeoutMs: number;
  private readonly maxPendingBytes: number;
  private readonly queue: PendingPublish[] = [];
  private pendingBytes = 0;
  private flushing: Promise<void> | undefined;
  private closed = false;

  constructor(options: PublisherOptions, transport: PublishTransport<Batch>) {
    this.transport = transport;
    this.signer = new EventSigner(options.source, options.keys);
    this.publishTimeoutMs = options.publishTimeoutMs ?? PUBLISH_TIMEOUT_MS;
    this.maxPendingBytes = options.maxPendingBytes ?? MAX_PENDING_BYTES;
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    await this.publishEncoded(events.map((event) => encodeEvent(event, this.signer)));
  }

  async publishEncoded(events: readonly EncodedEvent[]): Promise<void> {
    if (this.closed) throw new BusError('bus_closed', 'the publisher is closed');
    if (events.length === 0) return;
    const bytes = events.reduce((sum, event) => sum + event.envelope.length, 0);
    if (this.pendingBytes > 0 && this.pendingBytes + bytes > this.maxPendingBytes)
      throw new BusError(
        'publisher_overloaded',
        `${this.pendingBytes} bytes are waiting for ${this.transport.name} already`,
      );
    const publish = new PendingPublish(
      events,
      bytes,
      Date.now() + this.publishTimeoutMs,
      ({ bytes: freed }) => {
        this.pendingBytes -= freed;
      },
    );
    this.pendingBytes += bytes;
    this.queue.push(publish);
    this.flushing ??= this.flushAll();
    await publish.settled;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.flushing;
    await this.transport.close();
  }

  private async flushAll(): Promise<void> {
    // Lets the publishes of one tick gather.
    await Promise.resolve();
    try {
      while (this.queue.length > 0) await this.flush(this.takeFlush());
    } finally {
      this.flushing = undefined;
    }
  }

  private takeFlush(): PendingPublish[] {
    let bytes = 0;
    let count = 0;
    for (const publish of this.queue) {
      if (count > 0 && bytes + publish.bytes > this.transport.maxFlushBytes) break;
      bytes += publish.bytes;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async flush(publishes: readonly PendingPublish[]): Promise<void> {
    const batches = this.transport.toBatches(byPartition(publishes));
    for (let open = publishes; open.length > 0; open = open.filter(({ isOpen }) => isOpen)) {
      const now = Date.now();
      const remainingMs = Math.max(0, ...open.map(({ deadline }) => deadline - now));
      try {
        await this.transport.send(batches, remainingMs);
        for (const publish of open) publish.confirm();
      } catch (error) {
        refuseExpired(open, error);
        if (open.some(({ isOpen }) => isOpen)) await pause(this.transport.retryPauseMs);
      }
    }
    this.transport.finish?.(batches);
  }
}

function byPartition(publishes: readonly PendingPublish[]): PartitionEvents[] {
  const partitions = new Map<string, PartitionEvents>();
  for (const publish of publishes) {
    for (const event of publish.events) {
      const partition = partitionOf(event.topic, event.key);
      const name = `${event.topic}/${partition}`;
      const found = partitions.get(name) ?? { topic: event.topic, partition, entries: [] };
      if (found.entries.length === 0) partitions.set(name, found);
      found.entries.push({ event, publish });
    }
  }
  return [...partitions.values()];
}

function refuseExpired(publishes: readonly PendingPublish[], cause: unknown): void {
  const now = Date.now();
  for (const publish of publishes)
    if (publish.deadline <= now)
      publish.refuse(new BusError('bus_unavailable', 'the bus did not confirm in time', cause));
}
