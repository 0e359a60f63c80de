import { WireReader } from './wire-reader.ts';

/** A RequestLogBatch whose records are still encoded. */
export interface LogBatch {
  nodeId: string;
  segmentId: string;
  firstIndex: number;
  last: boolean;
  bytes: Buffer;
  /** Start and end offset of each record in `bytes`, two numbers per record. */
  ranges: number[];
}

const MAX_ID_LENGTH = 200;

/** @throws RangeError if this is no RequestLogBatch */
export function readLogBatch(payload: Uint8Array): LogBatch {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const batch: LogBatch = { nodeId: '', segmentId: '', firstIndex: 0, last: false, bytes, ranges: [] };
  const reader = new WireReader(bytes);
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        batch.nodeId = idOf(reader);
        break;
      case 2:
        batch.segmentId = idOf(reader);
        break;
      case 3:
        batch.firstIndex = reader.value;
        break;
      case 4:
        batch.ranges.push(reader.from, reader.to);
        break;
      case 5:
        batch.last = reader.value !== 0;
        break;
    }
  }
  if (batch.nodeId === '' || batch.segmentId === '' || !Number.isSafeInteger(batch.firstIndex))
    throw new RangeError('a batch must name its node and segment');
  return batch;
}

export function recordCount(batch: LogBatch): number {
  return batch.ranges.length / 2;
}

/** Ids that are stored as text: sanitised, since the database must accept them. */
function idOf(reader: WireReader): string {
  const text = Buffer.from(
    reader.bytes.buffer,
    reader.bytes.byteOffset + reader.from,
    reader.to - reader.from,
  )
    .toString('utf8')
    .replaceAll('\0', '');
  if (text.length > MAX_ID_LENGTH) throw new RangeError('an id is too long');
  return text;
}
