import type { Redis } from 'ioredis';
import type { StoredRecord } from '../delivery/delivery.ts';
import { MAX_ENVELOPE_BYTES } from '../envelope/event-codec.ts';
import type { BusConnection } from './connection.ts';
import { READ_SCRIPT } from './group-scripts.ts';
import { streamKey } from './keys.ts';
import type { PartitionOfGroup } from './lease.ts';

const COMMAND_TIMEOUT_MS = 10_000;
/** The name of the envelope's field, and a little for what others may have written beside it. */
const MAX_RECORD_BYTES = MAX_ENVELOPE_BYTES + 1024;

/**
 * Reads a partition forward from an offset, at most `maxEntries` and `maxBytes` at a time, including invalid entries.
 */
export class StreamReader {
  private readonly connection: BusConnection;
  private readonly target: PartitionOfGroup;
  private readonly maxEntries: number;
  private readonly maxBytes: number;

  constructor(connection: BusConnection, target: PartitionOfGroup, maxEntries: number, maxBytes: number) {
    this.connection = connection;
    this.target = target;
    this.maxEntries = maxEntries;
    this.maxBytes = maxBytes;
  }

  /** @throws BusError `bus_unavailable` */
  async readAfter(offset: string): Promise<StoredRecord[]> {
    const { topic, partition } = this.target;
    const entries = (await this.connection.run(
      (redis: Redis) =>
        redis.callBuffer(
          'EVAL',
          READ_SCRIPT,
          1,
          streamKey(topic, partition),
          offset,
          this.maxEntries,
          this.maxBytes,
          MAX_RECORD_BYTES,
        ),
      COMMAND_TIMEOUT_MS,
    )) as [id: Buffer, envelope: Buffer, bytes: number][];
    return entries.map(([id, envelope, bytes]) => ({
      position: { topic, partition, offset: id.toString('latin1') },
      envelope,
      ...(bytes > MAX_RECORD_BYTES && { oversize: bytes }),
    }));
  }
}
