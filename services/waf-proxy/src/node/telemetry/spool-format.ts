import { crc32 } from 'node:zlib';

/*
 * A segment is a sequence of records:
 *
 *   length (uint32, little endian) | CRC-32 of the payload (uint32) | payload (palisade.events.v1.RequestLog)
 *
 * Its file is `<segment id>.open` while its worker writes it, `<segment id>.log` when no more will come. A crash can
 * leave half a record at the end; reading stops there.
 */
export const RECORD_HEADER_BYTES = 8;
export const OPEN_SUFFIX = '.open';
export const CLOSED_SUFFIX = '.log';
const MAX_RECORD_BYTES = 1024 * 1024;

/** Fills in the header before a payload that stands at `start + RECORD_HEADER_BYTES` already. */
export function sealRecord(buffer: Buffer, start: number, end: number): void {
  const payload = buffer.subarray(start + RECORD_HEADER_BYTES, end);
  buffer.writeUInt32LE(payload.length, start);
  buffer.writeUInt32LE(crc32(payload), start + 4);
}

export interface ReadRecords {
  payloads: Buffer[];
  /** Bytes of whole records. */
  consumed: number;
  /** Why it stopped: nothing whole is left, enough was taken, or what follows is not a record. */
  stopped: 'end' | 'limit' | 'damaged';
}

/** Whole records at the beginning of `bytes`, as views, up to `maxBytes` of payload (but at least one). */
export function readRecords(bytes: Buffer, maxBytes: number): ReadRecords {
  const payloads: Buffer[] = [];
  let at = 0;
  let taken = 0;
  while (at + RECORD_HEADER_BYTES <= bytes.length) {
    const length = bytes.readUInt32LE(at);
    if (length === 0 || length > MAX_RECORD_BYTES) return { payloads, consumed: at, stopped: 'damaged' };
    const end = at + RECORD_HEADER_BYTES + length;
    if (end > bytes.length) break;
    const payload = bytes.subarray(at + RECORD_HEADER_BYTES, end);
    if (crc32(payload) !== bytes.readUInt32LE(at + 4)) return { payloads, consumed: at, stopped: 'damaged' };
    if (payloads.length > 0 && taken + length > maxBytes) return { payloads, consumed: at, stopped: 'limit' };
    payloads.push(payload);
    taken += length;
    at = end;
  }
  return { payloads, consumed: at, stopped: 'end' };
}

let sequence = 0;

/** Unique on the node and rising with time: milliseconds, the writer's process id, a counter. */
export function newSegmentId(nowMs: number, pid: number): string {
  sequence++;
  const time = nowMs.toString(36).padStart(9, '0');
  return `${time}-${sequence.toString(36).padStart(4, '0')}-${pid.toString(36)}`;
}

export function writerOf(segmentId: string): number {
  return Number.parseInt(segmentId.slice(segmentId.lastIndexOf('-') + 1), 36);
}
