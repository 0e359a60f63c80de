import type { Redis } from 'ioredis';
import type { StoredRecord } from '../delivery/delivery.ts';
import type { BusConnection } from './connection.ts';
import { ENVELOPE_FIELD, streamKey } from './keys.ts';
import type { PartitionOfGroup } from './lease.ts';

const COMMAND_TIMEOUT_MS = 10_000;
const FIRST_GUESS_BYTES = 64 * 1024;
const EMPTY = new Uint8Array();

/**
 * Reads a partition forward from an offset. Redis bounds an answer by entries only, so the number asked for follows
 * the size of what came before and keeps an answer near `maxBytes`.
 */
export class StreamReader {
  private readonly connection: BusConnection;
  private readonly target: PartitionOfGroup;
  private readonly maxEntries: number;
  private readonly maxBytes: number;
  private meanBytes = FIRST_GUESS_BYTES;

  constructor(connection: BusConnection, target: PartitionOfGroup, maxEntries: number, maxBytes: number) {
    this.connection = connection;
    this.target = target;
    this.maxEntries = maxEntries;
    this.maxBytes = maxBytes;
  }

  /** @throws BusError `bus_unavailable` */
  async readAfter(offset: string, atMost = this.maxEntries): Promise<StoredRecord[]> {
    const { topic, partition } = this.target;
    const count = Math.max(1, Math.min(atMost, this.maxEntries, Math.floor(this.maxBytes / this.meanBytes)));
    const entries = await this.connection.run(
      (redis: Redis) => redis.xrangeBuffer(streamKey(topic, partition), `(${offset}`, '+', 'COUNT', count),
      COMMAND_TIMEOUT_MS,
    );
    const records = entries.map(([id, fields]) => ({
      position: { topic, partition, offset: id.toString('latin1') },
      envelope: envelopeOf(fields),
    }));
    if (records.length > 0) {
      const mean = records.reduce((sum, record) => sum + record.envelope.length, 0) / records.length;
      this.meanBytes = Math.max(mean, (this.meanBytes + mean) / 2, 1);
    }
    return records;
  }
}

/** Entries that someone else wrote may lack the field; they end as dead letters like everything undecodable. */
function envelopeOf(fields: readonly Buffer[]): Uint8Array {
  for (let i = 0; i + 1 < fields.length; i += 2) {
    if (fields[i]!.toString('latin1') === ENVELOPE_FIELD) return fields[i + 1]!;
  }
  return EMPTY;
}
